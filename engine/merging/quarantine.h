#pragma once

#include <algorithm>

#include "engine/merging/merge_criterion.h"
#include "engine/merging/merging_constants.h"

// Quarantine (METHOD.md 10.14): particles that were split off stay free for a while, so that a beginning motion shows.
// Particles that a front split off move already and have none.
namespace scree {

/// State of a particle's quarantine.
struct Quarantine {
  bool lasts = false;   ///< the particle was split off less than the quarantine ago
  bool mayEnd = false;  ///< the quarantine may end now if nothing stirs the particle
  double steps = 0.0;   ///< steps since the particle was split off
  /// Length of the quarantine over the time passed, where it may end; else 1. A contact that gains speed evenly is
  /// faster by this factor at the end.
  double rise = 1.0;
};
inline Quarantine quarantineOf(const World& world, const ReductionLimits& limits, std::uint32_t slot) {
  const Membership& member = world.reduction.members[slot];
  const double whole = limits.quarantine;
  Quarantine result{.steps = static_cast<double>(world.step - member.changed)};
  result.lasts = endsInQuarantine(member.cause) && result.steps < whole;
  result.mayEnd = result.lasts && result.steps >= std::max(1.0, merging::kEarliestEnd * whole);
  result.rise = result.mayEnd ? whole / result.steps : 1.0;
  return result;
}

/// True if a contact that gains speed evenly will be beyond a merge limit at the end of the quarantine: it is about to
/// move. Finds a grain that gives way slowly in a part of the time. `rise` is Quarantine::rise; the others as
/// mergeExcess().
bool stirs(const ReductionLimits& limits, double rise, const Vec3& normal, const Slip& slip, double timeStep);

}  // namespace scree
