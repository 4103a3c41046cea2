#include "engine/step/member_slip.h"

#include <algorithm>

namespace scree {

namespace {

/// Members that joined less than this ago are where a flow comes to rest [s]: what still slides past them soon stops.
constexpr double kSettling = 0.5;

}  // namespace

double MemberSlip::speed(double radius) const { return std::max(velocity.norm(), radius * spin.norm()); }

double MemberSlip::sliding(const Vec3& contactNormal) const { return (velocity - normal * contactNormal).norm(); }

double frontLimitOf(const World& world, std::uint32_t member) {
  const ReductionParameters& r = world.parameters.reduction;
  const auto steps = static_cast<double>(world.step - world.reduction.members[member].changed);
  if (steps * world.parameters.timeStep <= kSettling) {
    return r.frontSpeed;
  }
  return lowestFrontLimit(r);
}

double lowestFrontLimit(const ReductionParameters& r) {
  return std::min(r.frontSpeed, std::max({r.mergeNormalIn, r.mergeNormalOut, r.mergeTangential}));
}

}  // namespace scree
