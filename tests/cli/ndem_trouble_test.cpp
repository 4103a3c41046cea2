// What ndem says of input and disks that are not as they should be.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "engine/io/recording_file.h"
#include "tests/cli/ndem_fixture.h"
#include "tests/cli/process.h"

namespace scree {
namespace {

TEST_F(Ndem, WrongCommandLinesEndWithOne) {
  EXPECT_EQ(runNdem({}).code, 1);
  EXPECT_EQ(runNdem({"run"}).code, 1);
  EXPECT_EQ(runNdem({"run", scene, "--no-such-option"}).code, 1);
  EXPECT_EQ(runNdem({"run", scene, "--set", "nonsense"}).code, 1);
  EXPECT_EQ(runNdem({"run", scene, "--until", "5 kg"}).code, 1);
  EXPECT_EQ(runNdem({"run", scene, "--until", "-1"}).code, 1);
  EXPECT_EQ(runNdem({"run", scene, "--vtk", path("vtk")}).code, 1);  // without --every
  EXPECT_EQ(runNdem({"run", scene, "--threads", "-1"}).code, 1);
  EXPECT_EQ(runNdem({"run", scene, "--threads", "100000"}).code, 1);
  const ProcessResult help = runNdem({"--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_NE(help.out.find("Exit codes"), std::string::npos);
}

TEST_F(Ndem, AnUnknownCommandIsNamed) {
  const ProcessResult run = runNdem({"rum", scene});
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.err.find("there is no command 'rum': did you mean 'run'?"), std::string::npos) << run.err;
  const ProcessResult make = runNdem({"make", "cube", path("cube.stl")});
  EXPECT_EQ(make.code, 1);
  EXPECT_NE(make.err.find("ndem make: there is no command 'cube': use one of: "), std::string::npos) << make.err;
}

TEST_F(Ndem, AWrongCommandLineNamesTheCommandTheWordAndWhereToLook) {
  const ProcessResult option = runNdem({"make", "box", "--siz", "1,1,1", path("box.stl")});
  EXPECT_EQ(option.code, 1);
  EXPECT_EQ(option.err,
            "ndem make box: there is no option '--siz': did you mean '--size'?\nSee ndem make box --help\n");
  const ProcessResult lengths = runNdem({"make", "box", "--size", "50mm", path("box.stl")});
  EXPECT_EQ(lengths.code, 1);
  EXPECT_EQ(lengths.err,
            "ndem make box: --size: '50mm' is not three lengths, such as 1,1,0.5\nSee ndem make box --help\n");
  const ProcessResult word = runNdem({"check", scene, "more"});
  EXPECT_EQ(word.code, 1);
  EXPECT_NE(word.err.find("ndem check: 'more' is one word too many"), std::string::npos) << word.err;
  const ProcessResult missing = runNdem({"make", "box", "--size", "1,1,1"});
  EXPECT_EQ(missing.err, "ndem make box: --out is required\nSee ndem make box --help\n");
}

TEST_F(Ndem, BadScenesEndWithTwoAndAllErrors) {
  std::string broken(kScene);
  broken.replace(broken.find("restitution"), 11, "restitushun");
  broken.replace(broken.find("diameter: 10 mm"), 15, "diameter: 10 kg");
  writeFileAtomically(path("broken.yaml"), broken);
  for (const char* command : {"run", "check"}) {
    const ProcessResult result = runNdem({command, path("broken.yaml")});
    EXPECT_EQ(result.code, 2);
    EXPECT_NE(result.err.find("broken.yaml:11:"), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("restitushun"), std::string::npos);
    EXPECT_NE(result.err.find("'kg' is not a unit of a length"), std::string::npos);
  }
  const ProcessResult absent = runNdem({"run", "no_such_scene"});
  EXPECT_EQ(absent.code, 2);
  EXPECT_NE(absent.err.find("no_such_scene"), std::string::npos);
  EXPECT_EQ(runNdem({"check", scene, "--set", "solver.sweeps=many"}).code, 2);
}

TEST_F(Ndem, BadCheckpointEndsWithFive) {
  const ProcessResult absent = runNdem({"run", scene, "--resume", path("absent")});
  EXPECT_EQ(absent.code, 5);
  EXPECT_NE(absent.err.find(path("absent")), std::string::npos);
  EXPECT_EQ(runNdem({"run", scene, "--resume", scene}).code, 5);
}

TEST_F(Ndem, ParticlesTakenOutEndWithThreeAndAreNamed) {
  const ProcessResult run =
      runNdem({"run", scene, "--until", "0.3", "--set", "bounds={lower: [-1, -1, -1], upper: [0.5, 1, 1]}", "--set",
               "particles.0.sphere.velocity=[3, 0, 0]", "--report", path("r")});
  EXPECT_EQ(run.code, 3);
  EXPECT_NE(run.err.find("particle 0"), std::string::npos) << run.err;
  EXPECT_NE(run.out.find("1 particle taken out"), std::string::npos) << run.out;
  EXPECT_EQ(json("r")["troubles"]["count"], 1);
  EXPECT_EQ(json("r")["troubles"]["list"][0]["particle"], 0);
}

TEST_F(Ndem, InterruptFinishesTheStepAndWritesWhatWasAskedFor) {
  const ProcessResult run = runNdem({"run", scene, "--until", "100000 s", "--report", path("r"), "--checkpoint",
                                     path("c"), "--csv", path("csv"), "--vtk", path("vtk"), "--every", "0.01"},
                                    {.interruptWhenExists = path("vtk/particles_000003.vtp")});
  EXPECT_EQ(run.code, 130) << run.err;
  const Json report = json("r");
  EXPECT_EQ(report["exit"]["reason"], "interrupted");
  EXPECT_EQ(report["exit"]["code"], 130);
  EXPECT_NE(run.err.find("interrupted"), std::string::npos);
  // The checkpoint is whole: its run goes on.
  const std::string end = std::to_string(report["run"]["end_time_s"].get<double>() + 0.01);
  EXPECT_EQ(runNdem({"run", scene, "--until", end, "--resume", path("c")}).code, 0);
  const std::string series = readFile(folder / "csv/timeseries.csv");
  EXPECT_EQ(series.back(), '\n');
}

TEST_F(Ndem, FullDiskIsSaidOnceAndTheRestIsWritten) {
  const ProcessResult run = runNdem(
      {"run", scene, "--until", "0.1", "--checkpoint", "/dev/full", "--report", path("r"), "--csv", path("csv")});
  EXPECT_EQ(run.code, 4);
  EXPECT_EQ(run.err, "cannot write /dev/full: No space left on device\n");
  EXPECT_EQ(json("r")["exit"]["code"], 4);
  EXPECT_EQ(json("r")["exit"]["failed_outputs"].size(), 1U);
  EXPECT_EQ(lines(readFile(folder / "csv/timeseries.csv")), 51U);
}

TEST_F(Ndem, TablesOnAFullDiskAreGivenUpAndTheRestIsWritten) {
  fs::create_directory(folder / "csv");
  fs::create_symlink("/dev/full", folder / "csv/timeseries.csv");
  const ProcessResult run = runNdem({"run", scene, "--until", "0.1", "--report", path("r"), "--csv", path("csv")});
  EXPECT_EQ(run.code, 4);
  EXPECT_EQ(lines(run.err), 1U) << run.err;
  EXPECT_NE(run.err.find("timeseries.csv: No space left on device"), std::string::npos);
  EXPECT_EQ(json("r")["run"]["steps"], 50);
}

TEST_F(Ndem, FramesOnAFullDiskAreGivenUpAndTheListedOnesAreWhole) {
  fs::create_directory(folder / "vtk");
  fs::create_symlink("/dev/full", folder / "vtk/particles_000002.vtp");
  const ProcessResult run =
      runNdem({"run", scene, "--until", "0.1", "--vtk", path("vtk"), "--every", "0.02", "--checkpoint", path("c")});
  EXPECT_EQ(run.code, 4);
  EXPECT_EQ(run.err, "cannot write " + path("vtk/particles_000002.vtp") + ": No space left on device\n");
  const std::string collection = readFile(folder / "vtk/particles.pvd");
  EXPECT_NE(collection.find("particles_000001.vtp"), std::string::npos);
  EXPECT_EQ(collection.find("particles_000002.vtp"), std::string::npos);
  EXPECT_FALSE(fs::is_symlink(folder / "vtk/particles_000002.vtp"));
  EXPECT_TRUE(fs::exists(folder / "c"));
}

TEST_F(Ndem, FolderThatCannotBeMadeIsSaidBeforeTheRun) {
  const ProcessResult run = runNdem({"run", scene, "--until", "100000 s", "--report", scene + "/r.json"});
  EXPECT_EQ(run.code, 4);  // nothing asked for can be written: no run of hours for nothing
  EXPECT_NE(run.err.find("r.json"), std::string::npos);
}

TEST_F(Ndem, FullStandardOutputIsNoticed) {
  EXPECT_EQ(std::system((std::string(NDEM_PATH) + " schema > /dev/full 2> /dev/null").c_str()) >> 8, 4);
}

TEST_F(Ndem, ClosedStreamsEndNoRunAndSpoilNoFile) {
  const std::string command = std::string(NDEM_PATH) + " run " + scene + " --until 0.05 --report " + path("r") +
                              " --csv " + path("csv") + " >&- 2>&-";
  EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(json("r")["run"]["steps"], 25);
  EXPECT_EQ(lines(readFile(folder / "csv/timeseries.csv")), 1 + 25U);
}

TEST_F(Ndem, ProgressIsShownOnATerminalOnly) {
  const ProcessResult run = runNdem({"run", scene, "--until", "3"}, {.terminal = true, .environment = {"TERM=xterm"}});
  EXPECT_EQ(run.code, 0);
  for (const char* part : {" / 3 s", "left", "x real time", "particles", "\x1b[K"}) {
    EXPECT_NE(run.err.find(part), std::string::npos) << part;
  }
  const ProcessResult dumb =
      runNdem({"run", scene, "--until", "0.1"}, {.terminal = true, .environment = {"TERM=dumb"}});
  EXPECT_EQ(dumb.err, "");
}

// 1.15 kg on a law of 3 kN/m: 29 % of a diameter carry it.
constexpr std::string_view kTooSoft = R"(
scree: 1
name: Too soft
duration: 2 s
time_step: 5 ms
materials:
  lead: {density: 1e6 kg/m3}
default_pair: {stiffness: 3 kN/m, damping_time: 200 ms}
bodies:
  ground: {shapes: [{plane: {material: lead}}]}
particles:
  - sphere: {diameter: 13 mm, position: [0, 0, 6.5 mm], material: lead}
)";

// A press that comes down by 7 mm on a grain of 13 mm: no check foresees it.
constexpr std::string_view kCrushed = R"(
scree: 1
name: Crushed
duration: 2 s
time_step: 5 ms
materials:
  lead: {density: 1e4 kg/m3}
default_pair: {stiffness: 3 kN/m, damping_time: 200 ms}
bodies:
  ground: {shapes: [{plane: {material: lead}}]}
  press:
    position: [0, 0, 23 mm]
    shapes: [{box: {size: [40 mm, 40 mm, 20 mm], material: lead}}]
    motion:
      - translate: {direction: [0, 0, -1], speed: 35 mm/s, stop: 200 ms}
particles:
  - sphere: {diameter: 13 mm, position: [0, 0, 6.5 mm], material: lead}
)";

TEST_F(Ndem, TheGuardStopsWithEightAfterAllOutputs) {
  writeFileAtomically(path("soft.yaml"), kCrushed);
  const ProcessResult run =
      runNdem({"run", path("soft.yaml"), "--report", path("r"), "--checkpoint", path("c"), "--hdf5", path("h")});
  EXPECT_EQ(run.code, 8);
  EXPECT_NE(run.err.find("particle 0 at [0, 0, "), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("touching body 'ground': it overlaps by"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("would need a stiffness of"), std::string::npos) << run.err;
  const Json report = json("r");
  EXPECT_EQ(report["exit"]["code"], 8);
  EXPECT_EQ(report["exit"]["reason"], "stopped by the guard");
  ASSERT_EQ(report["troubles"]["guard"].size(), 1U);
  const double stopped = report["run"]["end_time_s"];
  EXPECT_LT(stopped, 2.0);
  EXPECT_TRUE(fs::exists(path("h")));
  // The state goes on where nobody minds, and is looked at anew where somebody does.
  EXPECT_EQ(runNdem({"run", path("soft.yaml"), "--resume", path("c"), "--guard", "off"}).code, 0);
  EXPECT_EQ(runNdem({"run", path("soft.yaml"), "--resume", path("c")}).code, 8);
}

TEST_F(Ndem, TheGuardMayWarnOrNotLook) {
  writeFileAtomically(path("soft.yaml"), kTooSoft);
  const ProcessResult warned = runNdem({"run", path("soft.yaml"), "--guard", "warn", "--report", path("r")});
  EXPECT_EQ(warned.code, 3);
  EXPECT_NE(warned.err.find("guard: at "), std::string::npos) << warned.err;
  EXPECT_EQ(json("r")["run"]["steps"], 400);
  const ProcessResult unseen = runNdem({"run", path("soft.yaml"), "--set", "solver.guard=off"});
  EXPECT_EQ(unseen.code, 0) << unseen.err;
  EXPECT_EQ(runNdem({"run", path("soft.yaml"), "--guard", "perhaps"}).code, 1);
}

}  // namespace
}  // namespace scree
