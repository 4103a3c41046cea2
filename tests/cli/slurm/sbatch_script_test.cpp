// The script of an array job, and what is chosen for it.
#include "app/sweep/slurm/sbatch_script.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/cli/ndem_fixture.h"
#include "tests/cli/process.h"

namespace scree {
namespace {

TEST(SbatchScript, HoldsAllThatIsAskedFor) {
  const std::string script = sbatchScript({.name = "sweep-heap-0123abcd",
                                           .program = "/opt/ndem",
                                           .folder = "/data/o'heap",
                                           .points = 10,
                                           .perTask = 4,
                                           .processors = 2,
                                           .partition = "long",
                                           .timeLimit = 7200.0,
                                           .atOnce = 50});
  for (const char* line :
       {"#!/bin/bash\n# 10 points of a sweep as an array job of 3 tasks, each with 4 of them",
        "\n#SBATCH --job-name=sweep-heap-0123abcd\n", "\n#SBATCH --array=0-2%50\n", "\n#SBATCH --cpus-per-task=2\n",
        "\n#SBATCH --partition=long\n", "\n#SBATCH --time=0-02:00:00\n", "\n#SBATCH --requeue\n",
        "\n#SBATCH --open-mode=append\n", "\n#SBATCH --signal=B:TERM@120\n",
        "\n'/opt/ndem' sweep --out '/data/o'\\''heap' \\\n  --task \"$SLURM_ARRAY_TASK_ID\" --per-task 4 &\n"}) {
    EXPECT_NE(script.find(line), std::string::npos) << line << " in\n" << script;
  }
  const std::string plain = sbatchScript({.points = 3, .timeLimit = 60.0});
  EXPECT_NE(plain.find("--array=0-2\n"), std::string::npos) << plain;
  EXPECT_NE(plain.find("TERM@12\n"), std::string::npos) << "a fifth of a short time limit";
  EXPECT_EQ(plain.find("--partition"), std::string::npos);
  EXPECT_EQ(sbatchScript({}).find("--time="), std::string::npos);
}

/// Acts of the script at the end of a task, with commands of our own in place of Slurm's.
class TaskScript : public Ndem {
 protected:
  /// Runs the script of a task whose program is a shell script. squeue tells a state. Returns the exit code; the file
  /// `requeued` has what scontrol was told.
  int run(const std::string& program, const std::string& state) const {
    const auto tool = [&](const char* name, const std::string& text) {
      writeFileAtomically(folder / "bin" / name, "#!/bin/bash\n" + text + "\n");
      fs::permissions(folder / "bin" / name, fs::perms::owner_all);
    };
    fs::remove(path("requeued"));
    tool("program", program);
    tool("squeue", "echo " + state);
    tool("scontrol", "echo \"$@\" > '" + path("requeued") + "'");
    writeFileAtomically(folder / "script", sbatchScript({.program = folder / "bin/program", .folder = folder.path()}));
    return runNdem({path("script")}, {.environment = {"PATH=" + path("bin") + ":/usr/bin:/bin", "SLURM_ARRAY_JOB_ID=17",
                                                      "SLURM_ARRAY_TASK_ID=3"},
                                      .program = "/bin/bash"})
        .code;
  }
  std::string requeued() const { return fs::exists(path("requeued")) ? readFile(path("requeued")) : ""; }
  /// Tells the shell of the task to stop, twice, and takes a while to do so itself.
  static constexpr const char* kStops =
      "trap 'trap \"\" TERM; sleep 0.2; kill -TERM $PPID; sleep 0.2; exit 143' TERM\nsleep 0.1\nkill -TERM $PPID\n"
      "for i in {1..300}; do sleep 0.01; done";
};

TEST_F(TaskScript, GoesBackIntoTheQueueOnlyWhenItsTimeIsUp) {
  EXPECT_EQ(run(kStops, "RUNNING"), 143);
  EXPECT_EQ(requeued(), "requeue 17_3\n");
  EXPECT_EQ(run(kStops, "COMPLETING"), 143) << "cancelled";
  EXPECT_EQ(requeued(), "");
  EXPECT_EQ(run("exit 143", "PENDING"), 143) << "queued again by Slurm";
  EXPECT_EQ(requeued(), "");
}

TEST_F(TaskScript, EndsAsItsProgramDoes) {
  for (const int code : {0, 3, 4}) {
    EXPECT_EQ(run("sleep 0.1; exit " + std::to_string(code), "RUNNING"), code);
    EXPECT_EQ(requeued(), "");
  }
  EXPECT_EQ(run("trap 'exit 0' TERM\nsleep 0.1\nkill -TERM $PPID\nfor i in {1..300}; do sleep 0.01; done", "RUNNING"),
            0)
      << "done while it was told to stop";
  EXPECT_EQ(requeued(), "");
}

TEST(SbatchScript, TasksLastAWhileAndAreAtMostAThousand) {
  EXPECT_EQ(pointsPerTask(1000, 0.2), 50U) << "10 s a task";
  EXPECT_EQ(pointsPerTask(6, 0.001), 6U);
  EXPECT_EQ(pointsPerTask(6, 3600.0), 1U);
  EXPECT_EQ(pointsPerTask(1000, 3600.0), 1U);
  EXPECT_EQ(pointsPerTask(1001, 3600.0), 2U);
  EXPECT_EQ(pointsPerTask(1'000'000, 3600.0), 1000U);
  EXPECT_EQ(pointsPerTask(2500, std::nan("")), 3U);
}

TEST(SbatchScript, TimesAreWholeMinutes) {
  EXPECT_EQ(slurmTime(60.0), "0-00:01:00");
  EXPECT_EQ(slurmTime(61.0), "0-00:02:00");
  EXPECT_EQ(slurmTime(26.5 * 3600.0), "1-02:30:00");
}

TEST(SbatchScript, NamesOfJobsStandForFolders) {
  const std::string name = jobNameOf("/data/my heap");
  EXPECT_TRUE(name.starts_with("sweep-my_heap-")) << name;
  EXPECT_EQ(name.size(), 22U);
  EXPECT_EQ(jobNameOf("/data/my heap/"), name);
  EXPECT_EQ(jobNameOf("/data/x/../my heap"), name);
  EXPECT_NE(jobNameOf("/other/my heap"), name);
}

}  // namespace
}  // namespace scree
