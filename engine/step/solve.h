#pragma once

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// Solves the continuous stage (method.md 5) and gives the particles their new velocities; fills data.multipliers.
/// False when interrupted.
bool solveContacts(World& world, StepData& data);

}  // namespace scree
