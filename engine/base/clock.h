#pragma once

#include <chrono>
#include <ctime>

namespace scree {

/// Time of a clock that never jumps, from a start of its own [s].
inline double steadySeconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Processor time of the calling thread so far [s].
inline double threadSeconds() {
  timespec time = {};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace scree
