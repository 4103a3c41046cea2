// ndem sweep --slurm on two nodes on this machine: equal tables, and interruptions of every kind.
#include "app/sweep/slurm/slurm_client.h"

#include <fmt/format.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cstdlib>

#include "app/sweep/slurm/sbatch_script.h"
#include "tests/cli/sweep_fixture.h"

namespace scree {
namespace {

// Six runs of some seconds, which save their states ten times a second.
constexpr const char* kSixRuns = R"(
scene: rain.yaml
seeds: 6
run: {until: 4 s, save_every: 100 ms, angle: {every: 20 ms, from: 1 s}}
collect: [counts.contacts, overlap.mean_over_steps, run.steps, angle.mean_deg, angle.answers]
)";
constexpr int kSteps = 2000;

constexpr const char* kSixShortRuns = R"(
scene: rain.yaml
vary: {solver.sweeps: [20, 25, 30]}
seeds: 2
run: {until: 0.2 s}
collect: [counts.contacts, overlap.mean_over_steps]
)";

std::string twoRuns() {
  std::string two(kSixRuns);
  return two.replace(two.find("seeds: 6"), 8, "seeds: 2");
}

/// A cluster of two nodes of one processor. Skipped, with the reason, where its daemons cannot be started.
class Slurm : public Sweep {
 protected:
  void SetUp() override {
    const ProcessResult start = nodes({"start"});
    if (start.code == 77) {
      GTEST_SKIP() << start.out;
    }
    ASSERT_EQ(start.code, 0) << start.err;
    ::setenv("SLURM_CONF", (cluster_ / "slurm.conf").c_str(), 1);
  }
  void TearDown() override {
    if (HasFailure() && fs::exists(cluster_ / "slurmctld.log")) {
      const std::string log = readFile(cluster_ / "slurmctld.log");
      GTEST_LOG_(INFO) << log.substr(log.size() - std::min<std::size_t>(log.size(), 5000));
    }
    nodes({"stop"});
    ::unsetenv("SLURM_CONF");
    std::error_code ignored;
    fs::remove_all(cluster_, ignored);
    if (!disk_.empty()) {
      ::umount2(disk_.c_str(), MNT_DETACH);
    }
  }
  /// Runs two_nodes.sh.
  ProcessResult nodes(std::vector<std::string> words) const {
    words.insert(words.begin(), SCREE_SOURCE_DIR "/tests/cli/slurm/two_nodes.sh");
    words.insert(words.begin() + 2, cluster_.string());
    return runNdem(words, {.program = "/bin/bash"});
  }
  static ProcessResult tool(const std::string& program, const std::vector<std::string>& words) {
    return runNdem(words, {.program = "/usr/bin/" + program});
  }
  /// Submits a sweep with a task for each point. Returns the job.
  std::string submit(const std::string& study, const std::string& out, std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"--slurm", "--per-task", "1"});
    const ProcessResult result = sweep(study, out, more);
    EXPECT_EQ(result.code, 0) << result.err;
    const std::string before = "submitted as job ";
    const std::size_t at = result.out.find(before);
    EXPECT_NE(at, std::string::npos) << result.out;
    return at == std::string::npos ? "" : std::to_string(std::atoi(result.out.c_str() + at + before.size()));
  }
  QueuedJobs queued(const std::string& out) const {
    const std::string name = jobNameOf(folder / out);
    return queuedJobs({name, name + "-tables"});
  }
  /// Waits until all jobs of a sweep have ended.
  void waitForJobs(const std::string& out) const {
    const auto ended = [&] {
      const QueuedJobs jobs = queued(out);
      return jobs.problem.empty() && jobs.ids.empty();
    };
    // Slurm may hold a job that it has queued again for 120 s.
    for (int i = 0; i < 2400 && !ended(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    EXPECT_TRUE(ended()) << queued(out).text();
  }
  /// Points that are run now and have saved a state.
  std::vector<std::string> running(const std::string& out) const {
    std::vector<std::string> points;
    for (const std::string& hash : hashes(out)) {
      if (statusOf(point(out, hash)).state == PointState::running && fs::exists(point(out, hash).state())) {
        points.push_back(hash);
      }
    }
    return points;
  }
  /// Waits until two points run that have saved a state, and holds them amid their steps. Returns them.
  std::vector<std::string> holdTwoRuns(const std::string& out) const {
    std::vector<std::string> points;
    waitUntil([&] {
      points = running(out);
      if (points.size() != 2) {
        return false;
      }
      for (const std::string& hash : points) {
        ::kill(lockOwner(point(out, hash).lock()), SIGSTOP);
      }
      const bool areAmid = std::ranges::all_of(points, [&](const std::string& hash) {
        return statusOf(point(out, hash)).state == PointState::running && !fs::exists(point(out, hash).report());
      });
      if (!areAmid) {
        letGo(out, points);
      }
      return areAmid;
    });
    return points;
  }
  void letGo(const std::string& out, const std::vector<std::string>& points) const {
    for (const std::string& hash : points) {
      if (const int run = lockOwner(point(out, hash).lock()); isLocked(point(out, hash).lock())) {
        ::kill(run, SIGCONT);
      }
    }
  }
  /// A node loses its power while both run a point. Returns the point that was lost.
  std::string loseNode(const std::string& out, const std::string& node) const {
    const std::vector<std::string> points = holdTwoRuns(out);
    EXPECT_EQ(nodes({"lose", node}).code, 0);
    // A process that was killed frees its lock when it has ended, a little later.
    std::string lost;
    waitUntil([&] {
      for (const std::string& hash : points) {
        lost = lost.empty() && statusOf(point(out, hash)).state == PointState::begun ? hash : lost;
      }
      return !lost.empty();
    });
    for (const std::string& hash : points) {
      const PointState state = statusOf(point(out, hash)).state;
      EXPECT_EQ(state, hash == lost ? PointState::begun : PointState::running) << nameOf(state) << ", one of two";
    }
    letGo(out, points);
    return lost;
  }
  bool wentOn(const std::string& out, const std::string& hash) const {
    return log(out, hash).find("going on from") != std::string::npos;
  }
  /// All that the tasks and the job that collects have said.
  std::string said(const std::string& out) const {
    std::string text;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder / out / "slurm")) {
      text += entry.path().extension() == ".log" ? readFile(entry.path()) : "";
    }
    return text;
  }

  const fs::path cluster_ = fs::temp_directory_path() / fmt::format("slurm_{}", ::getpid());
  std::string disk_;  ///< file system of a test
};

TEST_F(Slurm, TablesAreThoseOfALocalSweep) {
  const std::string file = study(kSixShortRuns);
  ASSERT_EQ(sweep(file, "whole").code, 0);
  const std::string job = submit(file, "out");
  const ProcessResult again = sweep(file, "out", {"--slurm"});
  EXPECT_EQ(again.code, 1);
  EXPECT_NE(again.err.find(fmt::format("out: Slurm has this sweep already, jobs {} and ", job)), std::string::npos)
      << again.err;
  const ProcessResult local = sweep(file, "out");
  EXPECT_EQ(local.code, 1);
  EXPECT_NE(local.err.find("Slurm has this sweep already"), std::string::npos) << local.err;
  EXPECT_EQ(lines(sweep(file, "out", {"--status"}).out), 7U);
  waitForJobs("out");
  expectSameTables("whole", "out");
  EXPECT_EQ(lines(readFile(folder / "out/slurm/points")), 6U);
  EXPECT_NE(readFile(folder / "out/sweep.sbatch").find("#SBATCH --array=0-5\n"), std::string::npos);

  fs::remove(folder / "out/sweep.csv");
  const ProcessResult done = sweep(file, "out", {"--slurm"});
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_NE(done.out.find("6 points, 6 done"), std::string::npos) << done.out;
  expectSameTables("whole", "out");

  // A study that has grown submits what is new, here as one task of two points.
  std::string more(kSixShortRuns);
  more.replace(more.find("30]"), 3, "30, 35]");
  const ProcessResult grown = sweep(study(more), "out", {"--slurm", "--partition", "main", "--time-limit", "1 h"});
  EXPECT_NE(grown.out.find("2 of 8 points undone, submitted as job"), std::string::npos) << grown.out;
  EXPECT_NE(grown.out.find("1 task of 2 points"), std::string::npos) << grown.out;
  waitForJobs("out");
  EXPECT_EQ(lines(readFile(folder / "out/sweep.csv")), 9U);
}

TEST_F(Slurm, NothingIsLostWhateverIsKilled) {
  const std::string file = study(kSixRuns);
  ASSERT_EQ(sweep(file, "whole").code, 0);
  submit(file, "out");
  writeFileAtomically(folder / "submitted", "");
  const std::vector<std::string> both = holdTwoRuns("out");
  const std::string killed = both.front();
  ::kill(lockOwner(point("out", killed).lock()), SIGKILL);
  letGo("out", both);
  waitUntil([&] { return wentOn("out", killed); });

  // A node loses its power, and comes back.
  const std::string lost = loseNode("out", "1");
  ASSERT_EQ(nodes({"node", "1"}).code, 0);

  // The controller, once it has saved what was submitted.
  const fs::path saved = cluster_ / "state/job_state";
  waitUntil(
      [&] { return fs::exists(saved) && fs::last_write_time(saved) > fs::last_write_time(folder / "submitted"); });
  ASSERT_EQ(nodes({"controller"}).code, 0);
  waitForJobs("out");
  // Slurm may take the task of a killed run for one that has ended. Its point is told as undone, with its state, and
  // the same command submits it again.
  const std::vector<std::string> all = hashes("out");
  const auto isDone = [&](const std::string& hash) { return statusOf(point("out", hash)).state == PointState::done; };
  if (!std::ranges::all_of(all, isDone)) {
    EXPECT_NE(said("out").find("undone: "), std::string::npos) << said("out");
    submit(file, "out");
    waitForJobs("out");
  }
  expectSameTables("whole", "out");
  EXPECT_TRUE(wentOn("out", lost));
  for (const std::string& hash : hashes("out")) {
    EXPECT_EQ(Json::parse(readFile(point("out", hash).report()))["run"]["steps"], kSteps);
  }
}

TEST_F(Slurm, ANodeThatStaysAwayLeavesItsPointsToTheOther) {
  const std::string file = study(twoRuns());
  ASSERT_EQ(sweep(file, "whole").code, 0);
  submit(file, "out");
  loseNode("out", "2");
  waitForJobs("out");
  expectSameTables("whole", "out");
  std::size_t resumed = 0;
  for (const std::string& hash : hashes("out")) {
    resumed += wentOn("out", hash) ? 1 : 0;
  }
  EXPECT_EQ(resumed, 1U);
}

TEST_F(Slurm, ATaskAtTheEndOfItsTimeGoesOnInTheNextOne) {
  const std::string file = study(twoRuns());
  ASSERT_EQ(sweep(file, "whole").code, 0);
  const std::string job = submit(file, "out");
  const std::vector<std::string> both = holdTwoRuns("out");
  // Signal of Slurm before the time limit, for --signal=B:TERM.
  ASSERT_EQ(tool("scancel", {"--signal=TERM", "--batch", job + "_0"}).code, 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  letGo("out", both);
  waitForJobs("out");
  expectSameTables("whole", "out");
  EXPECT_NE(wentOn("out", both[0]), wentOn("out", both[1]));
}

TEST_F(Slurm, ACancelledJobStaysCancelledAndTheSameCommandGoesOn) {
  const std::string file = study(twoRuns());
  ASSERT_EQ(sweep(file, "whole").code, 0);
  const std::string job = submit(file, "out");
  const std::vector<std::string> both = holdTwoRuns("out");
  ASSERT_EQ(tool("scancel", {job}).code, 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  letGo("out", both);
  waitForJobs("out");
  for (const std::string& hash : hashes("out")) {
    EXPECT_EQ(statusOf(point("out", hash)).state, PointState::begun);
  }
  EXPECT_NE(said("out").find("2 points, 0 done, 0 failed, 2 undone"), std::string::npos) << said("out");
  EXPECT_NE(said("out").find("undone: the scene, seed 1 (points/"), std::string::npos) << said("out");
  EXPECT_EQ(sweep(file, "out").code, 0) << "here, where no job is queued";
  expectSameTables("whole", "out");
  for (const std::string& hash : hashes("out")) {
    EXPECT_TRUE(wentOn("out", hash));
  }
}

/// In a mount namespace of this process, which the daemons share.
TEST_F(Slurm, AFullDiskLeavesItsPointUndone) {
  nodes({"stop"});
  if (::unshare(CLONE_NEWNS) != 0 || ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
    GTEST_SKIP() << "no file systems of one's own here";
  }
  fs::remove_all(cluster_);
  ASSERT_EQ(nodes({"start"}).code, 0);
  const std::string file = study(kSixShortRuns);
  ASSERT_EQ(sweep(file, "whole").code, 0);
  ASSERT_EQ(sweep(file, "out", {"--list"}).code, 0);
  const std::string full = hashes("out").front();
  disk_ = point("out", full).path.string();
  ASSERT_EQ(::mount("none", disk_.c_str(), "tmpfs", 0, "size=16k"), 0);
  submit(file, "out");
  waitForJobs("out");
  EXPECT_NE(said("out").find("No space left on device"), std::string::npos) << said("out");
  EXPECT_NE(said("out").find("6 points, 5 done, 0 failed, 1 undone"), std::string::npos) << said("out");
  EXPECT_NE(said("out").find("(points/" + full + ")"), std::string::npos) << said("out");
  EXPECT_NE(readFile(cluster_ / "jobcomp.txt").find("ExitCode=4:0"), std::string::npos);
  EXPECT_NE(readFile(folder / "out/sweep.csv").find("undone"), std::string::npos);
  ASSERT_EQ(::mount("none", disk_.c_str(), "tmpfs", MS_REMOUNT, "size=100m"), 0);
  EXPECT_NE(sweep(file, "out", {"--slurm"}).out.find("1 of 6 points undone, submitted"), std::string::npos);
  waitForJobs("out");
  expectSameTables("whole", "out");
}

/// Each stage is an array job, and the job after it submits the next one. Tables are those of a search without Slurm.
TEST_F(Slurm, ASearchSubmitsItsStagesOneAfterTheOther) {
  const std::string file = study(
      "name: Rate\nscene: rain.yaml\nvary: {emitters.rain.rate: {from: 100, to: 500}}\nrun: {until: 0.2 s}\n"
      "match: {counts.particles: {value: 61, error: 2}}\nseeds: 2\nsearch: {points: 5, stages: 3}\n");
  ASSERT_EQ(sweep(file, "whole").code, 0);
  const ProcessResult first = sweep(file, "out", {"--slurm", "--per-task", "3"});
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_NE(first.out.find("stage 1 of at most 3\nRate: 10 of 10 points undone, submitted as job "), std::string::npos)
      << first.out;
  EXPECT_NE(first.out.find("writes the tables and submits the next stage"), std::string::npos) << first.out;
  EXPECT_EQ(sweep(file, "out").code, 1) << "jobs of it are queued";
  waitForJobs("out");
  EXPECT_NE(said("out").find("stage 2 of at most 3\nRate: 10 of 10 points undone, submitted"), std::string::npos)
      << said("out");
  for (const char* table : {"sweep.csv", "search.csv", "stages.csv", "sweep.html"}) {
    EXPECT_EQ(readFile(folder / "out" / table), readFile(folder / "whole" / table)) << table;
  }
  EXPECT_NE(sweep(file, "out", {"--slurm"}).out.find("2 stages, 20 points, 20 done"), std::string::npos)
      << "nothing is left";
  EXPECT_TRUE(queued("out").ids.empty());
}

TEST_F(Slurm, ACancelledStageOfASearchIsNotSubmittedAgainByItself) {
  const std::string file = study(
      "scene: rain.yaml\nvary: {emitters.rain.rate: {from: 100, to: 500}}\nrun: {until: 4 s, save_every: 100 ms}\n"
      "match: {counts.particles: {value: 61, error: 2}}\nseeds: 1\nsearch: {points: 4, stages: 2}\n");
  const std::string job = submit(file, "out");
  const std::vector<std::string> both = holdTwoRuns("out");
  ASSERT_EQ(tool("scancel", {job}).code, 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  letGo("out", both);
  waitForJobs("out");
  EXPECT_NE(said("out").find("1 stage, 4 points, 0 done, 0 failed, 4 undone; not over"), std::string::npos)
      << said("out");
  EXPECT_EQ(hashes("out").size(), 4U) << "no second stage";
}

TEST_F(Slurm, ARefusalOfSlurmIsSaid) {
  const std::string file = study(kSixShortRuns);
  const ProcessResult none = sweep(file, "out", {"--slurm", "--partition", "none"});
  EXPECT_EQ(none.code, 1);
  EXPECT_NE(none.err.find("out/sweep.sbatch: sbatch: error: invalid partition specified: none"), std::string::npos)
      << none.err;
  EXPECT_NE(none.err.find("nothing was submitted: change the options, or run it here without --slurm"),
            std::string::npos)
      << none.err;
  EXPECT_TRUE(queued("out").ids.empty());
  EXPECT_EQ(submit(file, "out").empty(), false);
  waitForJobs("out");
}

TEST_F(Sweep, WithoutSlurmThatIsSaid) {
  const std::string file = study(kSixShortRuns);
  const ProcessOptions nowhere{.environment = {"PATH=/nowhere"}};
  const ProcessResult none = runNdem({"sweep", file, "--out", path("out"), "--slurm"}, nowhere);
  EXPECT_EQ(none.code, 1);
  EXPECT_EQ(none.err,
            "squeue cannot be started: No such file or directory: nothing was submitted; there is no Slurm on this "
            "machine: run it here without --slurm, or elsewhere the commands that --list prints\n");
  EXPECT_FALSE(fs::exists(folder / "out"));
  // Where no Slurm is, a folder that a cluster has worked in is one like others.
  writeFileAtomically(folder / "out/slurm/points", "");
  EXPECT_EQ(runNdem({"sweep", file, "--out", path("out")}, nowhere).code, 0);
  EXPECT_EQ(sweep(file, "out", {"--partition", "main"}).code, 1);
  EXPECT_EQ(sweep(file, "out", {"--per-task", "2"}).code, 1);
  EXPECT_EQ(sweep(file, "out", {"--after-stage", "2"}).code, 1);
  EXPECT_EQ(sweep(file, "out", {"--slurm", "--jobs", "2"}).code, 1);
  EXPECT_EQ(sweep(file, "out", {"--slurm", "--list"}).code, 1);
  EXPECT_EQ(sweep(file, "out", {"--slurm", "--partition", "a b"}).code, 1);
}

/// As where Slurm takes a node for lost that is not.
TEST_F(Sweep, ATaskThatIsStartedTwiceRunsItsPointsOnce) {
  const std::string file = study(twoRuns());
  ASSERT_EQ(sweep(file, "whole").code, 0);
  ASSERT_EQ(sweep(file, "out", {"--list"}).code, 0);
  const std::vector<std::string> points = hashes("out");
  writeFileAtomically(folder / "out/slurm/points", fmt::format("0\n{}\n{}\n", points[0], points[1]));
  const std::vector<std::string> task = {"sweep", "--out", path("out"), "--task", "0", "--per-task", "5"};
  // The first line is no point of the sweep: it is said, and the others are run.
  const int first = startNdem(task);
  const int second = startNdem(task);
  EXPECT_EQ(codeOf(first), 3);
  EXPECT_EQ(codeOf(second), 3);
  for (const std::string& hash : points) {
    EXPECT_EQ(lines(log("out", hash)), lines(log("whole", hash))) << "run once";
  }
  ASSERT_EQ(sweep(file, "out", {"--collect"}).code, 0);
  expectSameTables("whole", "out");
}

}  // namespace
}  // namespace scree
