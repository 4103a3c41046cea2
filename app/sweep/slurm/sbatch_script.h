#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace scree {

/// Array job of Slurm that runs points of a sweep.
struct ArrayJob {
  std::string name;
  std::filesystem::path program;    ///< ndem, as the nodes find it
  std::filesystem::path folder;     ///< of the sweep, as the nodes find it
  std::size_t points = 1;           ///< number of points to run
  std::size_t perTask = 1;          ///< points of a task
  int processors = 1;               ///< of a task
  std::string partition;            ///< empty: the cluster's default
  std::optional<double> timeLimit;  ///< of a task [s]; empty: that of the partition
  int atOnce = 0;                   ///< most tasks at once; 0: as many as there is room for

  std::size_t tasks() const { return (points + perTask - 1) / perTask; }
};

/// Largest number of tasks of an array job where Slurm has its usual settings (MaxArraySize 1001).
constexpr std::size_t kMostArrayTasks = 1000;

/// Points a task, for `points` of `seconds` each [s]; not finite where it is not known. A task is to last much longer
/// than Slurm takes to start it, and there are at most kMostArrayTasks.
std::size_t pointsPerTask(std::size_t points, double seconds);

/// Name of the jobs of a sweep in a folder: the folder's own name and a hash of its whole path.
std::string jobNameOf(const std::filesystem::path& folder);

/// Script for sbatch, to be submitted from the folder of the sweep. Task k runs the points of lines
/// k * perTask + 1 and on of slurm/points. Shortly before its time limit it saves their states and goes back into the
/// queue.
std::string sbatchScript(const ArrayJob& job);

/// A time limit for Slurm, rounded up to minutes: "1-02:30:00" for 26.5 h [s].
std::string slurmTime(double seconds);

/// A word for a shell, in quotes.
std::string shellWord(const std::string& word);

}  // namespace scree
