#include "engine/reduction/merge_test.h"

#include <cmath>

namespace scree {

namespace {

/// Accelerations of R, of which 0 is no limit.
std::optional<MergeExcess> accelerationExcess(const ReductionParameters& limits, const Vec3& normal, const Slip& slip,
                                              const Slip* last, double timeStep) {
  const bool asked = limits.mergeNormalAcceleration > 0.0 || limits.mergeTangentialAcceleration > 0.0 ||
                     limits.mergeRollingAcceleration > 0.0;
  if (!asked) {
    return std::nullopt;
  }
  if (last == nullptr) {
    return MergeExcess{.limit = MergeLimit::history};
  }
  const Vec3 acceleration = (slip.velocity - last->velocity) / timeStep;
  const double normalPart = normal.dot(acceleration);
  const MergeExcess all[] = {
      {MergeLimit::normalAcceleration, std::abs(normalPart), limits.mergeNormalAcceleration},
      {MergeLimit::tangentialAcceleration, (acceleration - normalPart * normal).norm(),
       limits.mergeTangentialAcceleration},
      {MergeLimit::rollingAcceleration, (slip.spin - last->spin).norm() / timeStep, limits.mergeRollingAcceleration}};
  for (const MergeExcess& one : all) {
    if (one.allowed != 0.0 && !(one.measured <= one.allowed)) {
      return one;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<MergeExcess> mergeExcess(const ReductionParameters& limits, const Vec3& normal, const Slip& slip,
                                       const Slip* last, double timeStep, double diameter) {
  const double along = normal.dot(slip.velocity);
  if (along < -limits.mergeNormalIn) {
    return MergeExcess{MergeLimit::approach, -along, limits.mergeNormalIn};
  }
  if (along > limits.mergeNormalOut) {
    return MergeExcess{MergeLimit::separation, along, limits.mergeNormalOut};
  }
  const double sliding = (slip.velocity - along * normal).norm();
  if (sliding > limits.mergeTangential) {
    return MergeExcess{MergeLimit::sliding, sliding, limits.mergeTangential};
  }
  if (slip.spin.norm() > limits.mergeRolling) {
    return MergeExcess{MergeLimit::rolling, slip.spin.norm(), limits.mergeRolling};
  }
  if (limits.mergeBreath > 0.0 && std::abs(along) * timeStep > limits.mergeBreath * diameter) {
    return MergeExcess{MergeLimit::breath, std::abs(along) * timeStep / diameter, limits.mergeBreath};
  }
  return accelerationExcess(limits, normal, slip, last, timeStep);
}

}  // namespace scree
