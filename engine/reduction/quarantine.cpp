#include "engine/reduction/quarantine.h"

#include <algorithm>

namespace scree {

namespace {

/// Part of the quarantine after which it may end: what moved less than that share of the limits by then.
constexpr double kEarliest = 0.25;

}  // namespace

Quarantine quarantineOf(const World& world, std::uint32_t slot) {
  const Membership& member = world.reduction.members[slot];
  const double whole = world.parameters.reduction.quarantine;
  Quarantine result{.steps = static_cast<double>(world.step - member.changed)};
  // What a front split off shows what it is about to do: while it moves, or something past it, it does not merge.
  const bool isHeld = member.cause != SplitCause::none && member.cause != SplitCause::front;
  result.lasts = isHeld && result.steps < whole;
  result.mayEnd = result.lasts && result.steps >= std::max(1.0, kEarliest * whole);
  result.rise = result.mayEnd ? whole / result.steps : 1.0;
  return result;
}

bool stirs(const ReductionParameters& limits, double rise, const Vec3& normal, const Slip& slip, double timeStep,
           double diameter) {
  return rise > 1.0 && !isQuiet(limits, normal, {rise * slip.velocity, rise * slip.spin}, nullptr, timeStep, diameter);
}

}  // namespace scree
