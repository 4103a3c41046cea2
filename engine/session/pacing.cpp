#include "engine/session/pacing.h"

#include <algorithm>
#include <cmath>

namespace scree {

namespace {

constexpr double kLongestLag = 0.1;     // s
constexpr double kRateSmoothing = 1.0;  // s

}  // namespace

void Pacing::restart(double wall, double simulated) {
  wallStart_ = wall;
  simulatedStart_ = simulated;
  lastWall_ = wall;
  wallSum_ = 0.0;
  simulatedSum_ = 0.0;
}

double Pacing::waitingTime(double wall, double simulated) {
  if (rate_ <= 0.0) {
    return 0.0;
  }
  const double wait = wallStart_ + (simulated - simulatedStart_) / rate_ - wall;
  if (wait < -kLongestLag) {
    wallStart_ = wall;
    simulatedStart_ = simulated;
    return 0.0;
  }
  return wait;
}

void Pacing::stepped(double wall, double timeStep) {
  const double elapsed = std::max(0.0, wall - lastWall_);
  lastWall_ = wall;
  const double decay = std::exp(-elapsed / kRateSmoothing);
  wallSum_ = wallSum_ * decay + elapsed;
  simulatedSum_ = simulatedSum_ * decay + timeStep;
}

}  // namespace scree
