#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/sweep/sweep_folder.h"

namespace scree {

/// Point to run.
struct PointJob {
  std::string hash;
  std::string name;   ///< for messages
  double cost = 0.0;  ///< predicted processor time [s]; not finite: unknown
};

struct RunnerProgress {
  std::size_t all = 0;
  std::size_t done = 0;
  std::size_t failed = 0;
  std::size_t running = 0;
  double left = -1.0;  ///< time left [s]; below 0: unknown
};

struct RunnerOptions {
  SweepFolder folder;
  std::filesystem::path program;  ///< started as `PROGRAM sweep --out FOLDER --point HASH`
  int jobs = 1;                   ///< runs side by side
  /// Called before the run of a job; may throw OutputError.
  std::function<void(std::size_t job)> prepare = {};
  std::function<void(const RunnerProgress&)> progress = {};
};

/// End of a run that left its point neither done nor failed.
struct UndonePoint {
  std::string name;
  std::string reason;
};

struct RunnerResult {
  RunnerProgress counts;
  std::vector<UndonePoint> undone;  ///< of runs that were started
  std::string outputProblem;        ///< nothing more could be written: the sweep was stopped
};

/// Runs the points in their order as processes of their own, until all are through, a signal comes or nothing can be
/// written. On a signal the runs are told to save their states, and are waited for. A run that was killed from outside
/// is started once more; one that ended by a fault of the program is marked as failed.
RunnerResult runPoints(const std::vector<PointJob>& jobs, const RunnerOptions& options);

/// Last line of a file that is not empty, of those that begin with `beginning`; empty where there is none.
std::string lastLineOf(const std::filesystem::path& file, std::string_view beginning = "");

}  // namespace scree
