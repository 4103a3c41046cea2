#pragma once

#include "engine/aggregates/aggregate_sums.h"
#include "engine/world/world.h"

namespace scree {

/// Books on the bodies what the members of aggregates did to them in the step, as if they were still free: the momentum
/// that the members took up and did not get from gravity or from free particles came from what carries them. Bodies
/// that members touch besides get the forces of when these merged.
void bookCarrierReactions(World& world, const AggregateSums& sums);

}  // namespace scree
