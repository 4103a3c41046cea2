#pragma once

#include <vector>

#include "engine/aggregates/membership.h"
#include "engine/world/impulse.h"

namespace scree {

/// Sums over the members of each aggregate through a step, from which the reaction of its carrier follows. One entry an
/// aggregate. Not state.
struct AggregateSums {
  std::vector<Impulse> onAggregates;  ///< impulses of free particles on the aggregate
  std::vector<Impulse> onJoining;     ///< impulses of the carrier on particles that joined
  std::vector<RigidSums> start;       ///< sums at the start of the step, once members were split off
  std::vector<RigidSums> end;         ///< sums of the same members at the end of the step
  std::vector<double> startMasses;    ///< masses at the start of the step [kg]
};

}  // namespace scree
