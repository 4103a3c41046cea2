#include "engine/reduction/merge_test.h"

#include <cmath>

namespace scree {

bool isQuiet(const ReductionParameters& limits, const Vec3& normal, const Slip& slip, const Slip* last, double timeStep,
             double diameter) {
  const double along = normal.dot(slip.velocity);
  const double sliding = (slip.velocity - along * normal).norm();
  if (along < -limits.mergeNormalIn || along > limits.mergeNormalOut || sliding > limits.mergeTangential ||
      slip.spin.norm() > limits.mergeRolling) {
    return false;
  }
  if (limits.mergeBreath > 0.0 && std::abs(along) * timeStep > limits.mergeBreath * diameter) {
    return false;
  }
  const bool asked = limits.mergeNormalAcceleration > 0.0 || limits.mergeTangentialAcceleration > 0.0 ||
                     limits.mergeRollingAcceleration > 0.0;
  if (!asked) {
    return true;
  }
  if (last == nullptr) {
    return false;
  }
  const Vec3 acceleration = (slip.velocity - last->velocity) / timeStep;
  const double normalPart = normal.dot(acceleration);
  const auto within = [](double value, double limit) { return limit == 0.0 || value <= limit; };
  return within(std::abs(normalPart), limits.mergeNormalAcceleration) &&
         within((acceleration - normalPart * normal).norm(), limits.mergeTangentialAcceleration) &&
         within((slip.spin - last->spin).norm() / timeStep, limits.mergeRollingAcceleration);
}

}  // namespace scree
