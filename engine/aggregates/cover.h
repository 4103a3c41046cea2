#pragma once

#include "engine/world/world.h"

namespace scree {

/// True if a member of an aggregate lies about `height` [m] above a place in the world [m], seen against gravity,
/// within aggregates::kNearAbove `diameter` [m] of there. Never without gravity.
bool hasMemberAbove(const World& world, const Aggregate& aggregate, const Vec3& place, double height, double diameter);

}  // namespace scree
