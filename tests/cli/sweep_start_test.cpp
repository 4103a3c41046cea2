// ndem sweep with a common start: runs that settle once and branch.
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <set>
#include <sstream>
#include <thread>

#include "app/sweep/sweep_folder.h"
#include "tests/cli/ndem_fixture.h"
#include "tests/cli/process.h"

namespace scree {
namespace {

constexpr const char* kBranching = R"(
scene: rain.yaml
vary: {solver.sweeps: [30, 45], default_pair.friction: [0.5, 0.2]}
seeds: 2
start: {until: 0.3 s}
run: {until: 0.5 s}
collect: [budget.kinetic_J, counts.particles, run.start_time_s]
)";

/// Energies in the rows of a table, each once.
std::set<std::string> energiesIn(const std::string& table) {
  std::set<std::string> energies;
  std::istringstream rows(table);
  std::string row;
  std::getline(rows, row);
  while (std::getline(rows, row)) {
    const std::size_t at = row.find("done,") + 5;
    energies.insert(row.substr(at, row.find(',', at) - at));
  }
  return energies;
}

class SweepStart : public Ndem {
 protected:
  std::string study(const std::string& text) const {
    writeFileAtomically(folder / "study.yaml", text);
    return path("study.yaml");
  }
  ProcessResult sweep(const std::string& out, std::vector<std::string> more = {}) const {
    std::vector<std::string> words = {"sweep", path("study.yaml"), "--out", path(out)};
    words.insert(words.end(), more.begin(), more.end());
    return runNdem(words);
  }
  std::string table(const std::string& out) const { return readFile(folder / out / "sweep.csv"); }
  std::size_t pointCount(const std::string& out) const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder / out / "points"), {}));
  }
  /// Hash at the beginning of the line of --status that holds a text.
  std::string hashOf(const std::string& out, const std::string& text) const {
    const std::string status = sweep(out, {"--status"}).out;
    const std::size_t at = status.find(text);
    EXPECT_NE(at, std::string::npos) << status;
    const std::size_t begin = status.rfind('\n', at) + 1;  // 0 for the first line
    return status.substr(begin, status.find(' ', begin) - begin);
  }
};

TEST_F(SweepStart, PointsBranchFromOneRunOfEachSeed) {
  study(kBranching);
  const ProcessResult result = sweep("out");
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("8 points, 8 done"), std::string::npos) << result.out;
  EXPECT_EQ(pointCount("out"), 10U);  // two starts
  // A point with the values of the scene is the run that never stopped.
  for (const char* seed : {"1", "2"}) {
    ASSERT_EQ(
        runNdem({"run", scene, "--set", fmt::format("seed={}", seed), "--until", "0.5", "--report", path("r")}).code,
        0);
    const Json report = json("r");
    const std::string row = fmt::format(",30,0.5,{},done,{},{},0.3", seed, report["budget"]["kinetic_J"].dump(),
                                        report["counts"]["particles"].dump());
    EXPECT_NE(table("out").find(row), std::string::npos) << row << " in\n" << table("out");
  }
  // Points with other values are not.
  EXPECT_EQ(energiesIn(table("out")).size(), 8U) << table("out");
}

TEST_F(SweepStart, OneStartOfTheStudyServesAllSeeds) {
  study(std::string(kBranching)
            .replace(std::string(kBranching).find("until: 0.3 s"), 12,
                     "until: 0.3 s, each: study, set: {seed: 9, solver.sweeps: 60}"));
  ASSERT_EQ(sweep("out").code, 0);
  EXPECT_EQ(pointCount("out"), 9U);
  // Seeds still differ: the emitter draws other grains.
  EXPECT_EQ(energiesIn(table("out")).size(), 8U) << table("out");
}

TEST_F(SweepStart, CommandsOfTheListRunTheirStartsInAnyOrder) {
  study(kBranching);
  ASSERT_EQ(sweep("all").code, 0);
  const std::string list = sweep("out", {"--list"}).out;
  EXPECT_EQ(lines(list), 10U) << list;
  // The last point first, two of one start at once, then the rest.
  const std::string last = hashOf("out", "friction 0.2, seed 2");
  const std::string other = hashOf("out", "friction 0.5, seed 2");
  const int first = startNdem({"sweep", "--out", path("out"), "--point", last});
  const int second = startNdem({"sweep", "--out", path("out"), "--point", other});
  for (const int process : {first, second}) {
    int status = 0;
    ::waitpid(process, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  ASSERT_EQ(sweep("out").code, 0);
  EXPECT_EQ(table("out"), table("all"));
}

TEST_F(SweepStart, AKilledStartGoesOnAndALostStateIsMadeAgain) {
  study(kBranching);
  ASSERT_EQ(sweep("all").code, 0);
  ASSERT_EQ(sweep("out", {"--list"}).code, 0);
  const std::string start = hashOf("out", "start, seed 1");
  const std::string point = hashOf("out", "friction 0.2, seed 1");
  const PointFolder of = SweepFolder{folder / "out"}.point(start);
  const int process = startNdem({"sweep", "--out", path("out"), "--point", point});
  for (int i = 0; i < 1000 && !fs::exists(of.lock()); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ::kill(process, SIGKILL);
  int status = 0;
  ::waitpid(process, &status, 0);
  ASSERT_EQ(sweep("out").code, 0);
  EXPECT_EQ(table("out"), table("all"));
  // Without its state a start is of no use to a new point.
  fs::remove(of.state());
  fs::remove_all(SweepFolder{folder / "out"}.point(point).path);
  ASSERT_EQ(sweep("out").code, 0);
  EXPECT_EQ(table("out"), table("all"));
  EXPECT_TRUE(fs::exists(of.state()));
}

TEST_F(SweepStart, PointsOfAFailedStartFailWithItsReason) {
  // The grain of the start lies in the paddle.
  std::string text(kBranching);
  text.replace(text.find("until: 0.3 s"), 12, "until: 0.3 s, set: {particles.0.sphere.position: [0, 0, 0.02]}");
  study(text);
  const ProcessResult result = sweep("out");
  EXPECT_EQ(result.code, 3) << result.err;
  EXPECT_NE(result.out.find("8 points, 0 done, 8 failed"), std::string::npos) << result.out;
  EXPECT_NE(result.err.find("failed: start, seed 1"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("its start failed: "), std::string::npos) << result.err;
  // All of it is run again when asked.
  study(kBranching);
  EXPECT_EQ(sweep("out", {"--retry-failed"}).code, 0);
}

TEST_F(SweepStart, FaultsOfTheStudyAreToldWithTheirPlace) {
  const auto errorOf = [&](const std::string& from, const std::string& to) {
    std::string text(kBranching);
    text.replace(text.find(from), from.size(), to);
    study(text);
    const ProcessResult result = sweep("out", {"--dry-run"});
    EXPECT_EQ(result.code, 2) << text;
    return result.err;
  };
  EXPECT_NE(errorOf("until: 0.3 s", "until: 0.5 s").find("study.yaml:5:16: the start ends at the end of the points"),
            std::string::npos)
      << errorOf("until: 0.3 s", "until: 0.5 s");
  EXPECT_NE(errorOf("until: 0.3 s", "each: seed").find("no 'until'"), std::string::npos);
  EXPECT_NE(errorOf("until: 0.3 s", "until: 0.3 s, each: point").find("neither seed nor study"), std::string::npos);
  EXPECT_NE(errorOf("until: 0.3 s", "until: 0.3 s, set: {seed: 3}").find("'seed' is that of each point"),
            std::string::npos);
  EXPECT_NE(errorOf("until: 0.3 s", "until: 0.3 s, set: {solver.sweep: 3}").find("study.yaml:5:"), std::string::npos);
  EXPECT_NE(errorOf("solver.sweeps: [30, 45]", "particles.0.sphere.diameter: [10 mm, 9 mm]")
                .find("the grains are those of the start"),
            std::string::npos);
}

TEST_F(SweepStart, SeedsThatChangeNothingAreRefused) {
  std::string still(kScene);
  const std::size_t rain = still.find("emitters:");
  still.erase(rain, still.find("sinks:") - rain);
  writeFileAtomically(folder / "rain.yaml", still);
  std::string text(kBranching);
  text.replace(text.find("until: 0.3 s"), 12, "until: 0.3 s, each: study");
  study(text);
  const ProcessResult result = sweep("out");
  EXPECT_EQ(result.code, 2) << result.out;
  EXPECT_NE(result.err.find("study.yaml:5:1: the seeds change nothing after one start"), std::string::npos)
      << result.err;
  // Starts of their own make them count.
  study(kBranching);
  EXPECT_EQ(sweep("out").code, 0);
}

/// Two keys that are sound alone: joined they make a body that rests move from elsewhere. That only the run of the
/// point tells.
TEST_F(SweepStart, KeysThatABranchCannotChangeTogetherFailThePointAndAreTold) {
  std::string text(kBranching);
  const std::string varied = "solver.sweeps: [30, 45], default_pair.friction: [0.5, 0.2]";
  text.replace(
      text.find(varied), varied.size(),
      "bodies.box.position: [[0, 0, 0.05], [0, 0, 0.049]],\n  bodies.box.motion: [[], [{rotate: {point: [0, 0, "
      "0], axis: [0, 0, 1], speed: 1}}]]");
  study(text);
  const ProcessResult result = sweep("out");
  EXPECT_EQ(result.code, 3) << result.err;
  EXPECT_NE(result.out.find("8 points, 6 done, 2 failed"), std::string::npos) << result.out << result.err;
  EXPECT_NE(result.err.find("cannot branch from the start, which has other values of 'bodies.box.motion', "
                            "'bodies.box.position': body box moves, and begins elsewhere than at the start: leave "
                            "these keys out of 'vary', or settle each point by itself, without 'start'"),
            std::string::npos)
      << result.err;
  EXPECT_NE(result.err.find("study.yaml:3:8, "), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("study.yaml:4:3)"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace scree
