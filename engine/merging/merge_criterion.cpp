#include "engine/merging/merge_criterion.h"

#include <cmath>

namespace scree {

std::optional<MergeExcess> accelerationExcess(const ReductionLimits& limits, const Vec3& normal, const Slip& slip,
                                              const Slip* last, double timeStep) {
  if (!limits.limitsAccelerations()) {
    return std::nullopt;
  }
  if (last == nullptr) {
    return MergeExcess{.limit = MergeLimit::history};
  }
  const Vec3 acceleration = (slip.velocity - last->velocity) / timeStep;
  const double normalPart = normal.dot(acceleration);
  const MergeExcess all[] = {
      {MergeLimit::normalAcceleration, std::abs(normalPart), limits.normalAcceleration},
      {MergeLimit::tangentialAcceleration, (acceleration - normalPart * normal).norm(), limits.tangentialAcceleration},
      {MergeLimit::rollingAcceleration, (slip.spin - last->spin).norm() / timeStep, limits.rollingAcceleration}};
  for (const MergeExcess& one : all) {
    if (one.allowed != 0.0 && !(one.measured <= one.allowed)) {
      return one;
    }
  }
  return std::nullopt;
}

}  // namespace scree
