#include "engine/session/capture_clock.h"

#include <algorithm>
#include <cmath>

namespace scree {

namespace {

// Tolerance of due times: they are sums of many steps, and a frame that falls on a step must not slip to the next one.
constexpr double kSlack = 1e-6;  // intervals

}  // namespace

void CaptureClock::start(double interval, double time) {
  interval_ = interval;
  start_ = time;
  before_ = 0;
  offered_ = 0;
}

void CaptureClock::jumpTo(double time) {
  start_ = time;
  before_ = offered_;
}

std::uint64_t CaptureClock::due(double time) const {
  if (!isRunning()) {
    return 0;
  }
  const double passed = std::max(0.0, (time - start_) / interval_);
  return before_ + 1 + static_cast<std::uint64_t>(passed + kSlack);
}

}  // namespace scree
