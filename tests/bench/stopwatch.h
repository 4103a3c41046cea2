#pragma once

#include <chrono>
#include <ctime>

namespace scree::bench {

/// Seconds of the wall clock and of processor time (all threads of this program).
struct Elapsed {
  double wall = 0.0;
  double cpu = 0.0;
};

/// Measures from its construction on.
class Stopwatch {
 public:
  Elapsed elapsed() const {
    return {std::chrono::duration<double>(Clock::now() - wall_).count(), processorSeconds() - cpu_};
  }

 private:
  using Clock = std::chrono::steady_clock;
  static double processorSeconds() {
    timespec time = {};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }
  Clock::time_point wall_ = Clock::now();
  double cpu_ = processorSeconds();
};

}  // namespace scree::bench
