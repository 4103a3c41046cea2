#pragma once

#include <chrono>

namespace scree {

/// Time of a clock that never jumps, from a start of its own [s].
inline double steadySeconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace scree
