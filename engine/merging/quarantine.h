#pragma once

#include <algorithm>

#include "engine/merging/merge_criterion.h"
#include "engine/merging/merging_constants.h"

// Particles that were split off stay free for a while, so that what they are about to do shows. Those that a front
// split off show it already.
namespace scree {

/// Where a particle is in it.
struct Quarantine {
  bool lasts = false;   ///< it was split off less than the quarantine ago
  bool mayEnd = false;  ///< but long enough for it to end now if nothing stirs the particle
  double steps = 0.0;   ///< since it was split off
  /// The whole over what has passed, where it may end; else 1. By so much a contact would move faster at its end than
  /// now if it went on gaining speed.
  double rise = 1.0;
};
inline Quarantine quarantineOf(const World& world, std::uint32_t slot) {
  const Membership& member = world.reduction.members[slot];
  const double whole = world.parameters.reduction.quarantine;
  Quarantine result{.steps = static_cast<double>(world.step - member.changed)};
  result.lasts = endsInQuarantine(member.cause) && result.steps < whole;
  result.mayEnd = result.lasts && result.steps >= std::max(1.0, merging::kEarliestEnd * whole);
  result.rise = result.mayEnd ? whole / result.steps : 1.0;
  return result;
}

/// Whether a contact that moves so will be beyond a merge limit at the end of a quarantine that may end now: it is
/// about to move. A grain that gives way slowly is so found in a part of the time, and as surely. Arguments as
/// mergeExcess.
bool stirs(const ReductionParameters& limits, double rise, const Vec3& normal, const Slip& slip, double timeStep,
           double diameter);

}  // namespace scree
