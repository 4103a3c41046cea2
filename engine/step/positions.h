#pragma once

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// Books what the particles did to the bodies, then moves everything by the new velocities: x <- x + Δt v (method.md 4,
/// stage 8).
void advancePositions(World& world, const StepData& data);

}  // namespace scree
