#include "engine/contacts/member_slip.h"

#include <algorithm>

#include "engine/contacts/contacts_constants.h"

namespace scree {

namespace {

double settledLimitOf(const World& world, const ReductionLimits& limits, std::uint32_t member) {
  const auto steps = static_cast<double>(world.step - world.reduction.members[member].changed);
  const double settling = contacts::kSettling * grainUnits(world.parameters, meanDiameter(world)).time;
  return steps * world.parameters.timeStep <= settling ? limits.front : lowestFrontLimit(limits);
}

}  // namespace

double MemberSlip::speed(double radius) const { return std::max(velocity.norm(), radius * spin.norm()); }

double MemberSlip::sliding(const Vec3& contactNormal) const { return (velocity - normal * contactNormal).norm(); }

double frontLimitOf(const World& world, const ReductionLimits& limits, std::uint32_t member, std::uint32_t free) {
  const double limit = settledLimitOf(world, limits, member);
  const std::vector<Membership>& members = world.reduction.members;
  if (free >= members.size() || members[free].cause == SplitCause::none) {
    return limit;
  }
  const auto steps = static_cast<double>(world.step - members[free].changed);
  return std::max(limit, limits.front * contacts::kJerk / std::max(steps, 1.0));
}

double lowestFrontLimit(const ReductionLimits& limits) {
  return std::min(limits.front, std::max({limits.normalIn, limits.normalOut, limits.tangential}));
}

}  // namespace scree
