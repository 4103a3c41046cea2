#pragma once

#include "engine/aggregates/aggregate_sums.h"
#include "engine/world/world.h"

namespace scree {

/// Books the reactions of members on bodies in the step (METHOD.md 10.17), as if the members were free: momentum that
/// they gained and did not get from gravity or free particles came from their carrier. Other bodies that members touch
/// get the forces of the merge.
void bookCarrierReactions(World& world, const AggregateSums& sums);

}  // namespace scree
