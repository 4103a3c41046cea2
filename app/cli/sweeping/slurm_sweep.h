#pragma once

#include <filesystem>
#include <optional>
#include <string>

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
};

void declareSlurm(Declaration& command, SlurmOptions& options);

/// False, with a message, where jobs of the sweep are queued or running, so that neither another array job nor a sweep
/// on this machine may be started. Where Slurm does not answer only the latter may.
bool mayStart(const SweepFolder& folder, bool isForSlurm);

/// Submits what is undone, and a job that collects. Call it with the lock of the sweep taken. Returns an ExitCode;
/// nothing where all points are done or failed. Throws OutputError.
std::optional<int> submitSweep(const OpenSweep& sweep, const SlurmOptions& options, bool retriesFailed);

/// Runs the points of a task, one after the other. Points that others run are waited for. Returns an ExitCode.
int taskCommand(const std::filesystem::path& folder, int task, int perTask);

}  // namespace scree
