#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "app/console/status_line.h"

namespace scree {

/// Progress of a run.
struct RunProgress {
  double time = 0.0;   ///< simulated time now [s]
  double start = 0.0;  ///< simulated time at the start [s]
  double until = 0.0;  ///< simulated time at the end [s]
  double rate = 0.0;   ///< simulated seconds per second; 0 = unknown yet
  std::size_t particles = 0;
  std::size_t contacts = 0;
};

/// Line about the progress of at most `width` characters; the least important parts are left out if they do not fit.
std::string progressLine(const RunProgress& progress, std::size_t width);

/// Line on stderr that is rewritten up to ten times a second. Prints nothing if stderr is not a terminal.
class ProgressBar {
 public:
  ProgressBar(double start, double until);
  ~ProgressBar() = default;
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void update(double time, std::size_t particles, std::size_t contacts);
  /// Removes the line. Call it before other output.
  void clear() { line_.clear(); }

 private:
  using Clock = std::chrono::steady_clock;
  StatusLine line_;
  RunProgress progress_;
  Clock::time_point lastShown_ = Clock::now();
  double lastTime_;
};

}  // namespace scree
