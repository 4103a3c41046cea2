// Faults of studies: each is told with file, line and remedy, and nothing is made.
#include <fmt/format.h>
#include <signal.h>

#include "tests/cli/sweep_fixture.h"

namespace scree {
namespace {

constexpr const char* kHead = "scene: rain.yaml\ncollect: [counts.contacts]\n";
constexpr const char* kSearch = "scene: rain.yaml\nvary: {emitters.rain.rate: {from: 100, to: 500}}\n";

class SweepFaults : public Sweep {
 protected:
  /// A study is refused with these words, once, and nothing is made.
  void expectRefused(const std::string& text, const std::string& told, const std::string& notTold = "?none?") {
    const ProcessResult run = sweep(study(text), "out");
    EXPECT_EQ(run.code, 2) << text << run.out;
    EXPECT_NE(run.err.find(told), std::string::npos) << text << "told\n" << run.err;
    EXPECT_EQ(run.err.find(notTold), std::string::npos) << text << "told\n" << run.err;
    EXPECT_FALSE(fs::exists(folder / "out")) << text;
  }
  void expectTable(const std::string& table, const std::string& told, const std::string& notTold = "?none?") {
    writeFileAtomically(folder / "t.csv", table);
    expectRefused(std::string(kHead) + "vary: {table: t.csv}\n", told, notTold);
  }
};

TEST_F(SweepFaults, KeysThatABranchCannotChangeAreToldBeforeAnythingIsRun) {
  const std::string start = std::string(kHead) + "start: {until: 0.1 s}\nrun: {until: 0.2 s}\n";
  expectRefused(start + "vary: {bodies.paddle.position: [[0, 0, 0.02], [0, 0, 0.03]]}\n",
                "study.yaml:5:8: 'bodies.paddle.position' varies, and cannot after a start: body paddle moves, and "
                "begins elsewhere than at the start: leave it out of 'vary', or leave 'start' out");
  expectRefused(start + "vary: {solver.sweeps: [20, 30], periodic: [{x: [-0.05, 0.05]}, {x: [-0.06, 0.06]}]}\n",
                "study.yaml:5:33: 'periodic' varies, and cannot after a start: the sides are periodic in another way");
  expectRefused(start + "compare: {bodies.paddle.position: [[0, 0, 0.02], [0, 0, 0.03]]}\n", "study.yaml:5:11: ");
  expectRefused(std::string(kHead) +
                    "start: {until: 0.1 s, set: {bodies.paddle.position: [0, 0, 0.03]}}\n"
                    "run: {until: 0.2 s}\nvary: {solver.sweeps: [20, 30]}\n",
                "study.yaml:3:29: 'bodies.paddle.position' is set for the start alone, and no point can go on from it");
  expectRefused(
      "scene: rain.yaml\nminimise: counts.contacts\nstart: {until: 0.1 s}\nrun: {until: 0.2 s}\nvary: "
      "{bodies.paddle.motion.0.rotate.speed: {from: 1, to: 3}, bodies.paddle.position.2: {from: 0.02, to: "
      "0.03}}\n",
      "study.yaml:5:63: 'bodies.paddle.position.2' varies");
  // Keys that it can change are taken.
  EXPECT_EQ(sweep(study(start + "vary: {bodies.box.position: [[0, 0, 0.05], [0, 0, 0.051]], "
                                "bodies.paddle.motion.0.rotate.speed: [1, 3]}\n"),
                  "out")
                .code,
            0);
}

TEST_F(SweepFaults, ErrorsOfMeasuringHaveTheirLine) {
  expectRefused(std::string(kHead) + "run:\n  until: 0.1 s\n  flow: {}\n",
                "study.yaml:5:3: 'flow' is asked for, and the scene has no drum");
  expectRefused(std::string(kHead) + "run:\n  belt:\n", "study.yaml:4:3: 'belt' is asked for, and the scene has none");
  expectRefused(std::string(kHead) + "run: {mixing: {by: size}}\n",
                "study.yaml:3:7: 'mixing' by size: all grains have one size: tell populations apart by x, y or z");
  expectRefused(std::string(kHead) + "run: {mixing: {by: colour, cell: 3 kg, least: 1}}\n",
                "study.yaml:3:20: 'by' is 'colour': give one of: x, y, z, size, material");
  expectRefused("scene: rain.yaml\ncollect:\n  - counts.contacts\n  - mixing.last\n",
                "study.yaml:4:5: there is no 'mixing' in the report: add 'mixing: {from: 1 s}' to 'run'");
  expectRefused(std::string(kSearch) + "minimise: flow.angle_deg\n", "study.yaml:3:11: there is no 'flow'");
}

TEST_F(SweepFaults, MisspeltKeysAreToldWithTheNearest) {
  const auto refuse = [&](const std::string& line, const std::string& told) {
    expectRefused(kHead + line + "\n", told);
  };
  refuse("minimize: counts.contacts", ":3:1: unknown key 'minimize' in the study: did you mean 'minimise'?");
  refuse("mach: {}", "did you mean 'match'?");
  refuse("sceens: {}", "did you mean 'scenes'?");
  refuse("serach: {}", "did you mean 'search'?");
  refuse("zzz: 1",
         "use one of: name, scene, scenes, vary, match, minimise, compare, seeds, start, run, collect, search");
  refuse("vary: {tabel: points.csv}", ":3:8: unknown key 'tabel' in 'vary': did you mean 'table'?");
  refuse("vary: {solver.sweeps: {from: 1, to: 9}, smaple: {method: lhs, count: 3}}",
         ":3:41: unknown key 'smaple' in 'vary': did you mean 'sample'?");
  refuse("vary: {bodies.padle.position: [[0, 0, 0.02], [0, 0, 0.03]]}",
         ":3:8: bodies.padle.position: there is no 'padle' in 'bodies': did you mean 'paddle'?");
  refuse("vary: {emitters.rian.rate: [1, 2]}",
         ":3:8: emitters.rian.rate: there is no 'rian' in 'emitters': did you mean 'rain'?");
  refuse("vary: {emitters.xxxxxxxx.rate: [1, 2]}", "there is no 'xxxxxxxx' in 'emitters': use one of: rain");
  refuse("start: {until: 0.1 s, set: {emitters.rian.rate: 3}}", ":3:29: emitters.rian.rate: there is no 'rian'");
  refuse("start: {until: 0.1 s, set: {solver.swepes: 3}}", ":3:29: solver.swepes: unknown key 'swepes': did you mean");
  refuse("run: {set: {solver.swepes: 3}}", ":3:13: solver.swepes: unknown key 'swepes': did you mean 'sweeps'?");
  EXPECT_EQ(runNdem({"run", scene, "--set", "bodies.padle.position=[0, 0, 1]"})
                .err.find("--set bodies.padle.position: there is no 'padle' in 'bodies': did you mean 'paddle'?"),
            0U);
}

TEST_F(SweepFaults, EmptyAndDigitlessValuesAreToldOnce) {
  const std::string none = "no number of the scene";
  expectRefused(std::string(kSearch) + "minimise:\n", ":3:1: 'minimise' is nothing: give a path", none);
  expectRefused(std::string(kSearch) + "match: {}\n", ":3:8: 'match' is an empty section", none);
  expectRefused(std::string(kSearch) + "match: [counts.contacts]\n", "'match' is a list", none);
  expectRefused(std::string(kSearch) + "match: {counts.contacts: }\n",
                "'counts.contacts' is nothing: write the measured value with its standard error", none);
  expectRefused(std::string(kSearch) + "match: {counts.contacts: 3}\n", ":3:26: 'counts.contacts' is '3': write", none);
  expectRefused(std::string(kSearch) + "match: {counts.contacts: {value: b205, error: 1}}\n",
                ":3:34: 'value' is 'b205', no number", none);
  expectRefused(std::string(kSearch) + "minimise: counts.contacts\ncollect: [counts.contacts]\n",
                ":4:1: 'collect' in a search: leave it out");
  const std::string head(kHead);
  expectRefused(head + "vary: {solver.sweeps: []}\n", ":3:23: 'solver.sweeps' varies over an empty list: give a list");
  expectRefused(head + "vary: {}\n", "'vary' is an empty section");
  expectRefused(head + "vary: []\n", "'vary' is an empty list");
  expectRefused(head + "seeds: []\n", "'seeds' is an empty list: give their number");
  expectRefused(head + "seeds: [b205]\n", ":3:9: a seed is 'b205'");
  expectRefused(head + "compare: {solver.sweeps: []}\n", ":3:26: 'solver.sweeps' is compared over an empty list");
  expectRefused(head + "compare: {solver.sweeps: [8, 9], bound: {}}\n", "'bound' is an empty section");
  expectRefused("scene: rain.yaml\ncollect: []\n", ":2:10: 'collect' is an empty list: give a list of numbers");
  expectRefused("scene: rain.yaml\ncollect: counts.contacts\n", "'collect' is 'counts.contacts': give a list");
  expectRefused(head + "start: 5\n", "'start' is '5': write a section with keys of these: until, each, set");
}

TEST_F(SweepFaults, RangesOfWholeNumbersAreTold) {
  expectRefused("scene: rain.yaml\nvary: {solver.sweeps: {from: 1, to: 9}}\nminimise: counts.contacts\n",
                "in a range add 'whole: on'");
}

TEST_F(SweepFaults, ASeedIsNoKeyThatVaries) {
  const std::string head(kHead);
  expectRefused(head + "vary: {seed: [1, 2]}\n", ":3:8: 'seed' varies: give the seeds beside the keys");
  expectRefused(head + "compare: {seed: [1, 2]}\n", ":3:11: 'seed' varies");
  expectTable("seed,solver.sweeps\n1,20\n", "t.csv:1:1: 'seed' varies");
}

TEST_F(SweepFaults, TablesAreToldByTheirLines) {
  expectTable("", "t.csv:1:1: an empty table: write keys in the first line");
  expectTable("\n# nothing\n", "an empty table");
  expectTable("solver.sweeps\n", "t.csv:1:1: a table without rows");
  expectTable("solver.sweeps\n20\n20,30\n", "t.csv:3:1: 2 cells for 1 column: give one for every column");
  expectTable("solver.sweeps,default_pair.friction\n20,0,5\n", "t.csv:2:1: 3 cells for 2 columns: give one for",
              "without rows");
  expectTable("solver.sweeps,default_pair.friction\n20;0,5\n",
              "t.csv:2:1: a ';' in a table whose names have none between them: separate the names by ';' too");
  expectTable("solver.sweeps,default_pair.friction\n20,0.5\n30,\n", "t.csv:3:1: no value of 'default_pair.friction'");
  expectTable("solver.sweeps,\n20,1\n", "t.csv:2:1: 2 cells for 1 column");
  expectTable("solver.sweeps,,default_pair.friction\n20,1,0.5\n", "t.csv:1:1: a column without a key");
  expectTable("solver.sweeps\n20\n\"30\n", "t.csv:3:1: a quotation mark is not closed");
  expectTable("solver.sweeps\n20\n30\n20\n", "t.csv:4:1: the same values as in line 2");
  expectTable("# mine\nsolver.swepes\n20\n", "t.csv:2:1: solver.swepes: unknown key 'swepes': did you mean 'sweeps'?");
  expectTable("solver.sweeps\n20\nx\n", "t.csv:3:1: solver.sweeps: sweeps: 'x' is not a plain number");
}

TEST_F(SweepFaults, TablesOfSpreadsheetsAreRead) {
  const std::string wanted = ",20,0.5,\"[1, 0, 0]\",,done,";
  const std::vector<std::string> tables = {
      "solver.sweeps,default_pair.friction,particles.0.sphere.velocity\n20,0.5,\"[1, 0, 0]\"\n",
      "\xef\xbb\xbf\"solver.sweeps\";\"default_pair.friction\";particles.0.sphere.velocity\r\n20;0,5;[1, 0, 0]\r\n",
      "solver.sweeps\tdefault_pair.friction\tparticles.0.sphere.velocity\r\n20\t0,5\t[1, 0, 0]\r\n",
      "solver.sweeps;default_pair.friction;particles.0.sphere.velocity\n\n# a remark\n 20 ; 0.5 ; [1, 0, 0] "};
  for (std::size_t i = 0; i < tables.size(); ++i) {
    writeFileAtomically(folder / "t.csv", tables[i]);
    const std::string out = fmt::format("out{}", i);
    ASSERT_EQ(sweep(study(std::string(kHead) + "vary: {table: t.csv}\nrun: {until: 0.1 s}\n"), out).code, 0) << i;
    const std::string table = readFile(folder / out / "sweep.csv");
    EXPECT_NE(table.find(wanted), std::string::npos) << i << "\n" << table;
  }
}

TEST_F(SweepFaults, ARefusedStudyLeavesNoFolder) {
  // Refused when the scene is loaded, which is after all keys have been read.
  expectRefused(std::string(kHead) + "run: {set: {particles.0.sphere.material: steel}}\n", "steel");
  expectRefused(std::string(kSearch) + "minimise: counts.contacts\nrun: {set: {particles.0.sphere.material: steel}}\n",
                "steel");
  expectRefused(std::string(kHead) + "run: {flow: {}}\n", "has no drum");
  EXPECT_EQ(sweep(study(std::string(kHead) + "run: {threads: 0}\n"), "out", {"--slurm"}).code, 2);
  EXPECT_FALSE(fs::exists(folder / "out"));
}

TEST_F(SweepFaults, OneOfAThingIsOne) {
  const std::string one = std::string(kHead) + "run: {until: 0.1 s}\n";
  EXPECT_NE(sweep(study(one), "out", {"--dry-run"}).out.find("\n1 point: "), std::string::npos);
  EXPECT_NE(sweep(study(one), "out").out.find("study: 1 point, 1 done, 0 failed"), std::string::npos);
  EXPECT_NE(sweep(study(one), "out", {"--status"}).out.find("\n1 point, 1 done"), std::string::npos);
  EXPECT_NE(readFile(folder / "out/sweep.html").find("1 setting of the scene rain, 1 run: 1 done"), std::string::npos);
  const std::string search = std::string(kSearch) +
                             "match: {counts.particles: {value: 21, error: 1}}\nseeds: 1\nrun: {until: 0.1 s}\n"
                             "search: {points: 4, stages: 1}\n";
  const ProcessResult found = sweep(study(search), "found");
  EXPECT_NE(found.out.find("study: 1 stage, 4 points, 4 done"), std::string::npos) << found.out << found.err;
  EXPECT_NE(found.out.find("of 1 measured number\n"), std::string::npos) << found.out;
}

/// 500 grains a second for 4 s, from an empty scene, with 290 bytes each; two points, one of which is written.
TEST_F(SweepFaults, TheDiskOfADryRunCountsGrainsThatWillCome) {
  const auto megabytesAt = [&](const std::string& run) {
    const ProcessResult plan = sweep(study("scene: rain.yaml\ncollect: [counts.contacts]\nseeds: 2\nrun: {until: 4 s, "
                                           "set: {particles: [], emitters.rain.rate: 500}" +
                                           run + "}\n"),
                                     "out", {"--dry-run", "--jobs", "1"});
    const std::string before = "disk: up to ";
    const std::size_t at = plan.out.find(before);
    EXPECT_NE(at, std::string::npos) << plan.out << plan.err;
    return at == std::string::npos ? 0.0 : std::stod(plan.out.substr(at + before.size()));
  };
  constexpr double kState = 2000 * 290e-6;
  constexpr double kFiles = 2 * 0.0328;
  EXPECT_NEAR(megabytesAt(""), 3.0 * kState + kFiles, 0.05);
  EXPECT_NEAR(megabytesAt(", keep_state: off"), 2.0 * kState + kFiles, 0.05) << "one state beside the one before";
  EXPECT_FALSE(fs::exists(folder / "out"));
}

TEST_F(SweepFaults, MixingIsCollectedAndSurvivesAKill) {
  const std::string text =
      "scene: rain.yaml\nseeds: [3]\nrun: {until: 4 s, save_every: 100 ms, mixing: {every: 50 ms, from: 1 s, by: x, "
      "cell: 25 mm, least: 3}}\ncollect: [mixing.answers, mixing.first, mixing.last, mixing.mean, mixing.last_cells]\n";
  const std::string file = study(text);
  ASSERT_EQ(sweep(file, "whole").code, 0);
  std::string hash;
  const int process = beginLong(file, "out", hash);
  ::kill(lockOwner(point("out", hash).lock()), SIGKILL);
  EXPECT_EQ(codeOf(process), 0);
  expectSameTables("whole", "out");
  ASSERT_EQ(runNdem({"run",       scene, "--set",       "seed=3", "--until",       "4",     "--mixing",       "50 ms",
                     "--from",    "1",   "--mixing-by", "x",      "--mixing-cell", "25 mm", "--mixing-least", "3",
                     "--threads", "2",   "--report",    path("r")})
                .code,
            0);
  const Json mixing = json("r")["mixing"];
  const Json ofPoint = Json::parse(readFile(point("whole", hash).report()))["mixing"];
  EXPECT_EQ(mixing, ofPoint);
  EXPECT_EQ(mixing["answers"], 61) << "every 50 ms from 1 s to 4 s";
  EXPECT_EQ(mixing["times_s"].size(), 61U);
  EXPECT_EQ(mixing["by"], "x");
  EXPECT_LT(mixing["first"].get<double>(), 0.5);
}

}  // namespace
}  // namespace scree
