#include "engine/contacts/member_slip.h"

#include <algorithm>

#include "engine/contacts/contacts_constants.h"

namespace scree {

namespace {

double settledLimitOf(const World& world, std::uint32_t member) {
  const ReductionParameters& r = world.parameters.reduction;
  const auto steps = static_cast<double>(world.step - world.reduction.members[member].changed);
  return steps * world.parameters.timeStep <= contacts::kSettling ? r.front.speed : lowestFrontLimit(r);
}

}  // namespace

double MemberSlip::speed(double radius) const { return std::max(velocity.norm(), radius * spin.norm()); }

double MemberSlip::sliding(const Vec3& contactNormal) const { return (velocity - normal * contactNormal).norm(); }

double frontLimitOf(const World& world, std::uint32_t member, std::uint32_t free) {
  const double limit = settledLimitOf(world, member);
  const std::vector<Membership>& members = world.reduction.members;
  if (free >= members.size() || members[free].cause == SplitCause::none) {
    return limit;
  }
  const auto steps = static_cast<double>(world.step - members[free].changed);
  return std::max(limit, world.parameters.reduction.front.speed * contacts::kJerk / std::max(steps, 1.0));
}

double lowestFrontLimit(const ReductionParameters& r) {
  return std::min(r.front.speed, std::max({r.merge.normalIn, r.merge.normalOut, r.merge.tangential}));
}

}  // namespace scree
