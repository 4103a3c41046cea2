// ndem sweep: points, interruptions of every kind, changed studies, tables.
#include <fmt/format.h>
#include <signal.h>

#include <cstdlib>

#include "engine/scene/scene.h"
#include "tests/cli/sweep_fixture.h"

namespace scree {
namespace {

constexpr const char* kStudy = R"(
name: Rain
scene: rain.yaml
vary:
  solver.sweeps: [20, 30]
  default_pair.friction: {from: 0.2, to: 0.8, count: 2}
seeds: 2
run: {until: 0.4 s}
collect: [counts.contacts, overlap.mean_over_steps, run.steps, counts.sinks.drain.mass_kg]
)";

// One run of some seconds, which saves its state ten times a second.
constexpr const char* kLongStudy = R"(
scene: rain.yaml
seeds: [3]
run: {until: 4 s, save_every: 100 ms, angle: {every: 20 ms, from: 1 s}}
collect: [counts.contacts, overlap.mean_over_steps, run.steps, solver.sweeps, angle.mean_deg, angle.answers]
)";

TEST_F(Sweep, TablesAreThoseOfTheRunsAndDoNotDependOnTheNumberOfWorkers) {
  const std::string file = study(kStudy);
  const ProcessResult one = sweep(file, "one", {"--jobs", "1"});
  ASSERT_EQ(one.code, 0) << one.err;
  EXPECT_NE(one.out.find("Rain: 8 points, 8 done, 0 failed, 0 undone"), std::string::npos) << one.out;
  ASSERT_EQ(sweep(file, "two", {"--jobs", "2"}).code, 0);
  expectSameTables("one", "two");

  const std::string table = readFile(folder / "one/sweep.csv");
  EXPECT_EQ(lines(table), 9U);
  EXPECT_TRUE(table.starts_with("point,solver.sweeps,default_pair.friction,seed,state,counts.contacts,")) << table;
  const ProcessResult alone = runNdem({"run", scene, "--until", "0.4", "--set", "solver.sweeps=30", "--set",
                                       "default_pair.friction=0.8", "--set", "seed=2", "--report", path("r")});
  ASSERT_EQ(alone.code, 0);
  const Json report = json("r");
  const std::string row = fmt::format(",30,0.8,2,done,{},{},200,{},\r\n", report["counts"]["contacts"].get<double>(),
                                      report["overlap"]["mean_over_steps"].get<double>(),
                                      report["counts"]["sinks"][0]["mass_kg"].get<double>());
  EXPECT_NE(table.find(row), std::string::npos) << row << "in\n" << table;
  EXPECT_EQ(lines(readFile(folder / "one/means.csv")), 5U);
  const std::string html = readFile(folder / "one/sweep.html");
  EXPECT_NE(html.find(" ± "), std::string::npos);
  EXPECT_NE(html.find("<svg"), std::string::npos);
  for (const std::string& hash : hashes("one")) {
    EXPECT_TRUE(fs::exists(point("one", hash).state()));
    EXPECT_FALSE(fs::exists(point("one", hash).sums()));
  }
}

TEST_F(Sweep, ADoneSweepRunsNothingAgain) {
  const std::string file = study(kStudy);
  ASSERT_EQ(sweep(file, "out").code, 0);
  const std::string table = readFile(folder / "out/sweep.csv");
  const std::string hash = hashes("out").front();
  const std::string before = log("out", hash);
  fs::remove(folder / "out/sweep.csv");
  ASSERT_EQ(sweep(file, "out").code, 0);
  EXPECT_EQ(readFile(folder / "out/sweep.csv"), table);
  EXPECT_EQ(log("out", hash), before);
  fs::remove(folder / "out/sweep.csv");
  ASSERT_EQ(sweep(file, "out", {"--collect"}).code, 0);
  EXPECT_EQ(readFile(folder / "out/sweep.csv"), table);
}

TEST_F(Sweep, AChangedStudyAddsPointsAndAChangedSceneIsAnother) {
  ASSERT_EQ(sweep(study(kStudy), "out").code, 0);
  const std::vector<std::string> before = hashes("out");
  std::string more(kStudy);
  more.replace(more.find("[20, 30]"), 8, "[20, 30, 40]");
  ASSERT_EQ(sweep(study(more), "out").code, 0);
  EXPECT_EQ(hashes("out").size(), 12U);
  for (const std::string& hash : before) {
    EXPECT_EQ(lines(log("out", hash)), lines(log("out", before.front()))) << "run once";
  }
  std::string changed(kScene);
  changed.replace(changed.find("rate: 200"), 9, "rate: 250");
  writeFileAtomically(scene, changed);
  ASSERT_EQ(sweep(study(more), "out").code, 0);
  EXPECT_EQ(hashes("out").size(), 24U);
}

TEST_F(Sweep, ARunThatIsKilledGoesOnFromItsStateBitForBit) {
  const std::string file = study(kLongStudy);
  ASSERT_EQ(sweep(file, "whole").code, 0);
  std::string hash;
  const int process = beginLong(file, "out", hash);
  const int run = lockOwner(point("out", hash).lock());
  ASSERT_GT(run, 1);
  ::kill(run, SIGKILL);
  EXPECT_EQ(codeOf(process), 0);
  EXPECT_NE(log("out", hash).find("going on from"), std::string::npos);
  expectSameTables("whole", "out");
  const Json report = Json::parse(readFile(point("out", hash).report()));
  EXPECT_EQ(report["state_hash"], Json::parse(readFile(point("whole", hash).report()))["state_hash"]);
  EXPECT_EQ(report["run"]["steps"], 2000) << "the steps before it was killed count";
  EXPECT_EQ(report["angle"]["answers"], 151) << "every 20 ms from 1 s to 4 s";
}

TEST_F(Sweep, AKilledRunOfItsOwnHasItsLastState) {
  const int process =
      startNdem({"run", scene, "--until", "1000 s", "--checkpoint", path("c"), "--save-every", "50 ms"});
  waitUntil([&] { return fs::exists(path("c")); });
  ::kill(process, SIGKILL);
  EXPECT_EQ(codeOf(process), 137);
  const ProcessResult more = runNdem({"run", scene, "--until", "0.002", "--resume", path("c")});
  EXPECT_EQ(more.code, 0);
  EXPECT_NE(more.err.find("s already: there is nothing to step"), std::string::npos) << more.err;
  EXPECT_EQ(runNdem({"run", scene, "--save-every", "1"}).code, 1) << "without --checkpoint";
}

/// The name of a point stands for all files that its scene reads.
TEST_F(Sweep, FilesOfASceneAreKnownWithoutLoadingIt) {
  const fs::path scenes = fs::path(SCREE_SOURCE_DIR) / "resources/scenes";
  for (const char* name : {"excavator_100k.yaml", "excavator.yaml", "balling_drum_plant_coarse.yaml"}) {
    const SceneKeys keys(scenes / name);
    ASSERT_TRUE(keys.errors().empty()) << name;
    EXPECT_TRUE(keys.errorsOf({}).empty()) << name;
    const std::vector<fs::path> files = keys.filesOf({});
    const std::vector<SceneOverride> few = {{"particles", "[]"}};
    const SceneResult loaded = loadScene(scenes / name, few);
    ASSERT_TRUE(loaded.scene) << name;
    EXPECT_FALSE(loaded.scene->files.empty()) << name;
    for (const fs::path& file : loaded.scene->files) {
      EXPECT_NE(std::ranges::find(files, file), files.end()) << name << " reads " << file;
    }
  }
}

TEST_F(Sweep, ASweepThatIsKilledGoesOnWhereItWas) {
  const std::string file = study(kLongStudy);
  ASSERT_EQ(sweep(file, "whole").code, 0);
  std::string hash;
  const int process = beginLong(file, "out", hash);
  ::kill(process, SIGKILL);
  EXPECT_EQ(codeOf(process), 137);
  // At once: the run of the killed sweep may still write its state.
  ASSERT_EQ(sweep(file, "out").code, 0);
  EXPECT_NE(log("out", hash).find("going on from"), std::string::npos);
  expectSameTables("whole", "out");
}

TEST_F(Sweep, AnInterruptedSweepSavesAndSaysHowToGoOn) {
  const std::string file = study(kLongStudy);
  ASSERT_EQ(sweep(file, "whole").code, 0);
  std::string hash;
  const int process = beginLong(file, "out", hash);
  ::kill(process, SIGTERM);
  EXPECT_EQ(codeOf(process), 143);
  EXPECT_EQ(statusOf(point("out", hash)).state, PointState::begun);
  const ProcessResult status = sweep(file, "out", {"--status"});
  EXPECT_NE(status.out.find(hash + "  begun"), std::string::npos) << status.out;
  fs::remove(point("out", hash).lock());
  const ProcessResult interrupted =
      runNdem({"sweep", file, "--out", path("out")}, {.interruptWhenExists = point("out", hash).lock().string()});
  EXPECT_EQ(interrupted.code, 130) << interrupted.err;
  EXPECT_NE(interrupted.err.find("the same command goes on"), std::string::npos) << interrupted.err;
  ASSERT_EQ(sweep(file, "out").code, 0);
  expectSameTables("whole", "out");
}

TEST_F(Sweep, TheSecondOfTwoSweepsStops) {
  const std::string file = study(kLongStudy);
  std::string hash;
  const int process = beginLong(file, "out", hash);
  const ProcessResult second = sweep(file, "out");
  EXPECT_EQ(second.code, 1);
  EXPECT_EQ(second.err, fmt::format("{}: another sweep, process {}, works in this folder: wait for it, or give another "
                                    "--out\n",
                                    path("out"), process));
  ::kill(process, SIGTERM);
  EXPECT_EQ(codeOf(process), 143);
}

TEST_F(Sweep, FailedRunsAreToldAndRunAgainOnlyWhenAsked) {
  const std::string file = study(
      "scene: rain.yaml\nvary: {particles.0.sphere.material: [glass, steel]}\nrun: {until: 0.1 s}\n"
      "collect: [counts.particles]\n");
  const ProcessResult first = sweep(file, "out");
  EXPECT_EQ(first.code, 3) << first.err;
  EXPECT_NE(first.out.find("2 points, 1 done, 1 failed, 0 undone"), std::string::npos) << first.out;
  EXPECT_NE(first.err.find("failed: particles.0.sphere.material steel"), std::string::npos) << first.err;
  const std::string table = readFile(folder / "out/sweep.csv");
  EXPECT_NE(table.find("steel,,failed,,"), std::string::npos) << table;
  std::string failed;
  for (const std::string& hash : hashes("out")) {
    failed = statusOf(point("out", hash)).state == PointState::failed ? hash : failed;
  }
  const std::size_t once = lines(log("out", failed));
  EXPECT_EQ(sweep(file, "out").code, 3);
  EXPECT_EQ(lines(log("out", failed)), once);
  EXPECT_EQ(sweep(file, "out", {"--retry-failed"}).code, 3);
  EXPECT_EQ(lines(log("out", failed)), 2 * once);
  EXPECT_EQ(readFile(folder / "out/sweep.csv"), table);
}

TEST_F(Sweep, ListedCommandsGiveTheSameFolders) {
  const std::string file = study(kStudy);
  ASSERT_EQ(sweep(file, "whole").code, 0);
  const ProcessResult list = sweep(file, "out", {"--list"});
  ASSERT_EQ(list.code, 0) << list.err;
  EXPECT_EQ(lines(list.out), 8U);
  writeFileAtomically(folder / "all.sh", list.out);
  ASSERT_EQ(std::system(("sh " + path("all.sh")).c_str()), 0);
  EXPECT_EQ(sweep(file, "out", {"--list"}).out, "");
  ASSERT_EQ(sweep(file, "out", {"--collect"}).code, 0);
  EXPECT_EQ(hashes("out"), hashes("whole"));
  expectSameTables("whole", "out");
  const ProcessResult unknown = runNdem({"sweep", "--out", path("out"), "--point", "0123"});
  EXPECT_EQ(unknown.code, 1);
  EXPECT_NE(unknown.err.find("no such point"), std::string::npos) << unknown.err;
}

TEST_F(Sweep, AComparisonPairsItsRunsBySeeds) {
  const std::string file = study(
      "scene: rain.yaml\nvary: {solver.sweeps: [20, 30]}\nseeds: 3\nrun: {until: 0.2 s}\n"
      "compare: {emitters.rain.rate: [200, 400], bound: {counts.particles: 1}}\ncollect: [counts.particles]\n");
  const ProcessResult run = sweep(file, "out");
  ASSERT_EQ(run.code, 0) << run.err;
  // 40 and 80 grains are emitted in 0.2 s, one lies beside them.
  EXPECT_EQ(readFile(folder / "out/differences.csv"),
            "solver.sweeps,emitters.rain.rate less 200,counts.particles,counts.particles standard "
            "error,counts.particles pairs\r\n20,400,40,0,3\r\n30,400,40,0,3\r\n");
  const std::string html = readFile(folder / "out/sweep.html");
  EXPECT_NE(html.find("beyond the bound"), std::string::npos);
  EXPECT_EQ(lines(readFile(folder / "out/sweep.csv")), 13U);
}

TEST_F(Sweep, TheNextValueOfAComparisonIsRunWhereTheOneBeforeIsBeyondItsBound) {
  const auto differencesAt = [&](const char* bound) {
    const std::string text = fmt::format(
        "scene: rain.yaml\nseeds: 2\nrun: {{until: 0.2 s}}\n"
        "compare: {{emitters.rain.rate: [200, 400, 220, 210], bound: {{counts.particles: {}}}}}\n"
        "collect: [counts.particles]\n",
        bound);
    EXPECT_EQ(sweep(study(text), "out").code, 0);
    const std::string table = readFile(folder / "out/differences.csv");
    return table.substr(table.find('\n') + 1);
  };
  // 40, 80, 44 and 42 grains in 0.2 s.
  EXPECT_EQ(differencesAt("50"), "400,40,0,2\r\n");
  EXPECT_EQ(differencesAt("10"), "400,40,0,2\r\n220,4,0,2\r\n");
  EXPECT_EQ(differencesAt("1"), "400,40,0,2\r\n220,4,0,2\r\n210,2,0,2\r\n");
}

TEST_F(Sweep, SeedsAreAddedUntilTheErrorsAreSmallEnough) {
  const auto text = [](const char* seeds) {
    return fmt::format(
        "scene: rain.yaml\nvary: {{emitters.rain.rate: [200, 300]}}\nseeds: {}\nrun: {{until: 0.3 s}}\n"
        "collect: [budget.kinetic_J]\n",
        seeds);
  };
  ASSERT_EQ(sweep(study(text("3")), "few").code, 0);
  const auto errorsIn = [&](const std::string& out) {
    std::istringstream rows(readFile(folder / out / "means.csv"));
    std::string row;
    std::getline(rows, row);
    std::vector<std::pair<double, int>> errors;  // and seeds
    while (std::getline(rows, row)) {
      const std::size_t count = row.rfind(',') + 1;
      const std::size_t error = row.rfind(',', count - 2) + 1;
      errors.emplace_back(std::stod(row.substr(error)), std::stoi(row.substr(count)));
    }
    return errors;
  };
  const auto few = errorsIn("few");
  ASSERT_EQ(few.size(), 2U);
  // A third of the first setting's error takes some nine times its seeds.
  const double wanted = 0.4 * few[0].first;
  const std::string more =
      study(text(fmt::format("{{first: 3, most: 60, error: {{budget.kinetic_J: {}}}}}", wanted).c_str()));
  ASSERT_EQ(sweep(more, "more", {"--jobs", "2"}).code, 0);
  for (const auto& [error, seeds] : errorsIn("more")) {
    EXPECT_TRUE(error <= wanted || seeds == 60) << error << " " << wanted << " " << seeds;
  }
  EXPECT_GT(errorsIn("more")[0].second, 6);
  ASSERT_EQ(sweep(more, "one", {"--jobs", "1"}).code, 0);
  expectSameTables("more", "one");
  // A budget of runs ends it sooner; what is there is not run again.
  const std::string bounded =
      study(text(fmt::format("{{first: 3, most: 60, runs: 8, error: {{budget.kinetic_J: {}}}}}", wanted).c_str()));
  ASSERT_EQ(sweep(bounded, "more").code, 0);
  EXPECT_LE(lines(readFile(folder / "more/sweep.csv")), 9U);
}

TEST_F(Sweep, ADryRunCostsAndRunsNothing) {
  const ProcessResult plan = sweep(study(kStudy), "out", {"--dry-run"});
  ASSERT_EQ(plan.code, 0) << plan.err;
  EXPECT_EQ(lines(plan.out), 10U) << plan.out;
  EXPECT_NE(plan.out.find("8 points: "), std::string::npos) << plan.out;
  EXPECT_NE(plan.out.find("disk: up to "), std::string::npos) << plan.out;
  EXPECT_FALSE(fs::exists(folder / "out"));
}

TEST_F(Sweep, ATableGivesSettings) {
  writeFileAtomically(folder / "points.csv",
                      "solver.sweeps,particles.0.sphere.velocity\n20,\"[1, 0, 0]\"\n30,\"[0, 0, 0]\"\n");
  ASSERT_EQ(sweep(study("scene: rain.yaml\nvary: {table: points.csv}\nrun: {until: 0.1 s, keep_state: off}\ncollect: "
                        "[counts.contacts]\n"),
                  "out")
                .code,
            0);
  const std::string table = readFile(folder / "out/sweep.csv");
  EXPECT_NE(table.find(",20,\"[1, 0, 0]\",,done,"), std::string::npos) << table;
  for (const std::string& hash : hashes("out")) {
    EXPECT_FALSE(fs::exists(point("out", hash).state())) << "keep_state: off";
  }
}

TEST_F(Sweep, AFolderThatCannotBeMadeIsSaid) {
  writeFileAtomically(folder / "file", "");
  const ProcessResult run = sweep(study(kStudy), "file/out");
  EXPECT_EQ(run.code, 4);
  EXPECT_EQ(run.err, "cannot create folder " + path("file/out") + ": Not a directory\n");
}

/// On a small file system of its own, where the system allows one.
TEST_F(Sweep, AFullDiskStopsTheSweepAndNothingIsLost) {
  const std::string file = study(kStudy);
  ASSERT_EQ(sweep(file, "whole").code, 0);
  fs::create_directory(folder / "disk");
  const std::string command = fmt::format("{} sweep '{}' --out '{}'", NDEM_PATH, file, path("disk/out"));
  const std::string script = fmt::format(
      "mount -t tmpfs -o size=200k none '{0}' || exit 99\n"
      "{1} 2> '{2}'; test $? = 4 || exit 1\n"
      "mount -o remount,size=100m '{0}' || exit 99\n"
      "{1} || exit 2\n"
      "cp -r '{0}/out' '{3}' || exit 3\n",
      path("disk"), command, path("told"), path("out"));
  writeFileAtomically(folder / "full.sh", script);
  const int status = std::system(("unshare -rm sh " + path("full.sh") + " > /dev/null").c_str());
  const int code = WEXITSTATUS(status);
  if (!fs::exists(folder / "told")) {
    GTEST_SKIP() << "no file systems for users here: " << code;
  }
  EXPECT_EQ(code, 0);
  const std::string told = readFile(folder / "told");
  EXPECT_NE(told.find("No space left on device"), std::string::npos) << told;
  EXPECT_NE(told.find("make room, and give the same command again"), std::string::npos) << told;
  expectSameTables("whole", "out");
}

TEST_F(Sweep, BadStudiesAreToldWithPlaceAndRemedyAndRunNothing) {
  writeFileAtomically(folder / "ragged.csv", "solver.sweeps\n20\n20,30\n");
  const std::string start = "scene: rain.yaml\ncollect: [counts.contacts]\n";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"collect: [counts.contacts]\n", ":1:1: no scene: "},
      {"scene: rian\ncollect: [counts.contacts]\n", ":1:8: no scene file 'rian' beside the study"},
      {start + "vari: 1\n", ":3:1: unknown key 'vari' in the study: did you mean 'vary'?"},
      {start + "vary: {solver.swepes: [1, 2]}\n", ":3:8: solver.swepes: unknown key 'swepes'"},
      {start + "vary: {solver.sweeps: [1, x]}\n", ":3:8: solver.sweeps: "},
      {start + "vary: {solver.sweeps: 8}\n", ":3:23: 'solver.sweeps' varies over '8': give a list"},
      {start + "vary: {solver.sweeps: [8, 8]}\n", ":3:27: '8' twice"},
      {start + "vary: {solver.sweeps: {from: 1, to: 9}}\n", ":3:8: the range of 'solver.sweeps' has no count"},
      {start + "vary: {gravity: {from: 1 m/s2, to: 9, count: 2}}\n", "in two units"},
      {start + "vary: {solver.sweeps: {from: 0, to: 9, count: 2, spacing: log}}\n", "above zero"},
      {start + "vary: {solver.sweeps: [8], sample: {method: lhs, count: 3}}\n", "is sampled over a list"},
      {start + "vary: {solver.sweeps: {from: 1, to: 9}, sample: {method: lsh, count: 3}}\n", "lhs, sobol or random"},
      {start + "vary: {table: none.csv}\n", ":3:15: the table 'none.csv': there is no such file"},
      {start + "vary: {table: ragged.csv}\n", "ragged.csv:3:1: 2 cells for 1 column: give"},
      {start + "vary: {solver.sweeps: [8]}\nrun: {set: {solver.sweeps: 9}}\n",
       ":4:13: 'solver.sweeps' is given already"},
      {start + "seeds: 0\n", ":3:8: seeds is '0': give a whole number from 1"},
      {start + "seeds: [1, 1]\n", "the seed 1 twice"},
      {start + "run: {untill: 1}\n", "did you mean 'until'?"},
      {start + "run: {until: 5 kg}\n", ":3:14: 'until': "},
      {start + "run: {belt: {}}\n", "'belt' is asked for, and the scene has none"},
      {"scene: rain.yaml\n", "nothing is collected"},
      {"scene: rain.yaml\ncollect: [counts.contact]\n",
       ":2:11: there is no 'contact' in 'counts': did you mean 'contacts'?"},
      {"scene: rain.yaml\ncollect: [run.wall_time_s]\n", "must not depend on these"},
      {"scene: rain.yaml\ncollect: [angle.mean_deg]\n", "add 'angle: {from: 1 s}' to 'run'"},
      {start + "compare: {solver.sweeps: [8]}\n", ":3:26: a comparison of fewer than two values"},
      {start + "compare: {solver.sweeps: [8, 8]}\n", ":3:26: a comparison of fewer than two values"},
      {start + "compare: {solver.sweeps: [8, 9, 10]}\n", ":3:26: more than two values without 'bound'"},
      {start + "run: {until: 1 s, angle: {from: 2 s}}\n", ":3:19: 'angle' counts from the end of the run, or later"},
      {start + "vary: {solver.sweeps: [8, 9]}\nseeds: {runs: 5, error: {counts.contacts: 1}}\n",
       ":4:15: 2 settings with 3 seeds are more than 5 runs"},
      {start + "seeds: {first: 3}\n", ":3:8: 'seeds' has no 'error'"},
      {start + "seeds: {first: 3, error: {a.b: 1}}\n", ":3:27: an error of 'a.b', which is not collected"},
      {start + "seeds: {first: 5, most: 4, error: {run.steps: 1}}\n", ":3:8: 'most' is 4, less than 'first'"},
      {start + "compare: {solver.sweeps: [8, 9], bound: {counts.particles: 1}}\n", "which is not collected"},
      {"scene: [\n", "not valid YAML"},
  };
  for (const auto& [text, told] : cases) {
    const ProcessResult run = sweep(study(text), "out");
    EXPECT_EQ(run.code, 2) << text;
    EXPECT_NE(run.err.find(told), std::string::npos) << text << "told\n" << run.err;
    EXPECT_FALSE(fs::exists(folder / "out/points")) << text;
  }
  EXPECT_EQ(sweep(path("none.yaml"), "out").code, 2);
  EXPECT_EQ(runNdem({"sweep", "--out", path("out")}).code, 1);
  EXPECT_EQ(sweep(study(kStudy), "out", {"--status", "--list"}).code, 1);
}

}  // namespace
}  // namespace scree
