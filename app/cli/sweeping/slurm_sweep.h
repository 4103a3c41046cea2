#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/sweeping/open_sweep.h"
#include "app/cli/words/declaration.h"

// A sweep on a cluster with Slurm: an array job whose tasks run points, and a job after it that writes the tables.
namespace scree {

/// Options of `ndem sweep` for Slurm.
struct SlurmOptions {
  bool isAsked = false;
  std::string partition;
  std::optional<double> timeLimit;  ///< of a task [s]
  int atOnce = 0;                   ///< tasks at once; 0: any number
  int perTask = 0;                  ///< points of a task; 0: chosen
  int task = -1;                    ///< number of the task to run; -1: none
  int afterStage = 0;               ///< the job after this stage of a search; 0: none
};

/// Points to submit, whose tasks have been written.
struct SlurmWork {
  std::string name;             ///< of the study, for messages
  std::filesystem::path study;  ///< its file
  std::vector<std::string> hashes;
  std::size_t all = 0;         ///< points of the study, or of the stage
  double cost = 0.0;           ///< predicted mean of a point [s]; not finite: unknown
  int processors = 1;          ///< of a task
  std::string after;           ///< words for `ndem sweep STUDY --out DIR` in the job after the array
  std::string meaningOfAfter;  ///< meaning of that job, for messages: "writes the tables"
};

void declareSlurm(Declaration& command, SlurmOptions& options);

/// False, with a message, where jobs of the sweep, but for the one that asks, are queued or running, so that neither
/// another array job nor a sweep on this machine may be started. Where Slurm does not answer only the latter may.
bool mayStart(const SweepFolder& folder, const SlurmOptions& options);

/// Submits points, and a job after them. Call it with the lock of the sweep taken. Returns an ExitCode. Throws
/// OutputError.
int submitWork(const SweepFolder& folder, const SlurmWork& work, const SlurmOptions& options);

/// Submits what is undone, and a job that collects. Call it with the lock of the sweep taken. Returns an ExitCode;
/// nothing where all points are done or failed. Throws OutputError.
std::optional<int> submitSweep(const OpenSweep& sweep, const SlurmOptions& options, const PointCosts& costs);

/// Error of a study whose runs choose their threads: a task wants a number of processors.
SceneError errorOfThreads(const SweepStudy& study);

/// Runs the points of a task, one after the other. Points that others run are waited for. Returns an ExitCode.
int taskCommand(const std::filesystem::path& folder, int task, int perTask);

}  // namespace scree
