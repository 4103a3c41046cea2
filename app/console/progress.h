#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace scree {

/// Where a run is.
struct RunProgress {
  double time = 0.0;   ///< s, simulated
  double start = 0.0;  ///< s
  double until = 0.0;  ///< s
  double rate = 0.0;   ///< simulated seconds per second; 0 = not known yet
  std::size_t particles = 0;
  std::size_t contacts = 0;
};

/// "34 s", "2 min 05 s", "3 h 20 min".
std::string durationText(double seconds);
/// One line of at most `width` characters; what matters least is left out when it does not fit.
std::string progressLine(const RunProgress& progress, std::size_t width);

/// A line on stderr that is rewritten a few times a second; nothing at all when stderr is not a terminal.
class ProgressBar {
 public:
  ProgressBar(double start, double until);
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void update(double time, std::size_t particles, std::size_t contacts);
  /// Removes the line, before something else is printed.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_;
  bool shown_ = false;
  RunProgress progress_;
  Clock::time_point lastShown_ = Clock::now();
  double lastTime_;
};

}  // namespace scree
