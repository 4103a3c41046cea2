#include "app/sweep/slurm/sbatch_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>

#include "app/sweep/point_task.h"

namespace scree {

namespace {

// Real time that a task lasts at least, if there are points enough [s]. Between two tasks Slurm 22.05 leaves a node
// idle for about 0.5 s: on two nodes that was 0.3 s a point with 200 tasks of one point, 0.01 s with 1000 points in 23
// tasks.
constexpr double kLeastTaskTime = 10.0;

constexpr double kUsualWarning = 120.0;       // before the time limit [s]; Slurm warns up to a minute earlier
constexpr double kLargestWarningShare = 0.2;  // of the time limit

constexpr const char* kScript = R"~(#!/bin/bash
# {points} points of a sweep as an array job of {tasks} tasks, each with {perTask} of them, one after the other.
# Written and submitted by 'ndem sweep STUDY --out DIR --slurm'; by hand: 'sbatch sweep.sbatch' in this folder. What is
# done is never done again, whoever runs it.
#SBATCH --job-name={name}
#SBATCH --array=0-{last}{atOnce}
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task={processors}
{partition}{time}# What the tasks say, also after a restart.
#SBATCH --output=slurm/%A_%a.log
#SBATCH --open-mode=append
# After the loss of a node a task is queued again.
#SBATCH --requeue
# This shell is told {warning} s before the time limit.
#SBATCH --signal=B:TERM@{warning}

# Told to stop, ndem finishes its step, saves its state and ends with 143.
trap 'kill -TERM "$run"' TERM
{program} sweep --out {folder} \
  --task "$SLURM_ARRAY_TASK_ID" --per-task {perTask} &
run=$!
while kill -0 "$run" 2>/dev/null; do wait "$run"; done
wait "$run"
code=$?

# Back into the queue, to go on from that state; not so where the job was cancelled or is requeued by Slurm itself.
task=${{SLURM_ARRAY_JOB_ID}}_$SLURM_ARRAY_TASK_ID
if [ "$code" = 143 ] && [ "$(squeue --noheader --jobs "$task" --format %T)" = RUNNING ]; then
  scontrol requeue "$task"
fi
exit "$code"
)~";

}  // namespace

std::size_t pointsPerTask(std::size_t points, double seconds) {
  const std::size_t least = std::max<std::size_t>(1, (points + kMostArrayTasks - 1) / kMostArrayTasks);
  if (!(seconds >= 0.0) || seconds >= kLeastTaskTime) {
    return least;
  }
  const double wanted = std::ceil(kLeastTaskTime / std::max(seconds, 1e-3));
  return std::max(least, std::min(points, static_cast<std::size_t>(wanted)));
}

std::string jobNameOf(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::path whole = std::filesystem::weakly_canonical(std::filesystem::absolute(folder), error);
  if (whole.filename().empty()) {
    whole = whole.parent_path();
  }
  std::string name = whole.filename().string();
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0 && c != '_' && c != '.'; }, '_');
  return fmt::format("sweep-{}-{:.8}", name, hashOf(whole.string()));
}

std::string sbatchScript(const ArrayJob& job) {
  const int warning = job.timeLimit
                          ? static_cast<int>(std::clamp(kLargestWarningShare * *job.timeLimit, 1.0, kUsualWarning))
                          : static_cast<int>(kUsualWarning);
  return fmt::format(
      fmt::runtime(kScript), fmt::arg("points", job.points), fmt::arg("tasks", job.tasks()),
      fmt::arg("perTask", job.perTask), fmt::arg("name", job.name), fmt::arg("last", job.tasks() - 1),
      fmt::arg("atOnce", job.atOnce > 0 ? fmt::format("%{}", job.atOnce) : ""), fmt::arg("processors", job.processors),
      fmt::arg("partition", job.partition.empty() ? "" : fmt::format("#SBATCH --partition={}\n", job.partition)),
      fmt::arg("time", job.timeLimit ? fmt::format("#SBATCH --time={}\n", slurmTime(*job.timeLimit)) : ""),
      fmt::arg("warning", warning), fmt::arg("program", shellWord(job.program.string())),
      fmt::arg("folder", shellWord(job.folder.string())));
}

std::string slurmTime(double seconds) {
  const auto minutes = static_cast<std::int64_t>(std::ceil(seconds / 60.0));
  return fmt::format("{}-{:02}:{:02}:00", minutes / 1440, minutes / 60 % 24, minutes % 60);
}

std::string shellWord(const std::string& word) {
  std::string text = "'";
  for (const char c : word) {
    text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return text + "'";
}

}  // namespace scree
