#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

// Commands of Slurm, started as a user starts them: what the environment and the cluster's settings say holds.
namespace scree {

/// Answer to a submission: the job, or the reason why there is none.
struct SubmittedJob {
  std::string id;  ///< empty where it was not submitted
  std::string problem;
};

/// Runs `sbatch --parsable` with more words, in a folder.
SubmittedJob submitJob(std::vector<std::string> words, const std::filesystem::path& folder);

/// Jobs of Slurm that are queued or running.
struct QueuedJobs {
  std::vector<std::string> ids;  ///< each once; of an array that of the whole
  std::size_t waiting = 0;       ///< tasks that wait for something
  std::size_t running = 0;       ///< tasks on nodes
  bool isSlurmHere = true;       ///< false where there is no squeue
  std::string problem;           ///< reason why the queue is not known

  /// "job 17: 2 tasks running, 5 waiting"
  std::string text() const;
};

/// Asks squeue for the jobs of some names, of all users that it shows, but for one job.
QueuedJobs queuedJobs(const std::vector<std::string>& names, const std::string& leftOut = "");

}  // namespace scree
