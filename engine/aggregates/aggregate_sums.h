#pragma once

#include <vector>

#include "engine/aggregates/membership.h"
#include "engine/world/impulse.h"

namespace scree {

/// Sums over the members of each aggregate through a step: what its carrier gave and took. One entry an aggregate. Not
/// state.
struct AggregateSums {
  std::vector<Impulse> onAggregates;  ///< impulses of free particles on it
  std::vector<Impulse> onJoining;     ///< impulses of its carrier on particles that joined
  std::vector<RigidSums> start;       ///< at the start of the step, once members were split off
  std::vector<RigidSums> end;         ///< of the same members, at its end
  std::vector<double> startMasses;    ///< kg
};

}  // namespace scree
