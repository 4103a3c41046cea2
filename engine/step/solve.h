#pragma once

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// Solves the continuous stage (method.md 5), gives the particles their new velocities and keeps the multipliers for
/// the next step's warm start. False when interrupted.
bool solveContacts(World& world, StepData& data);

}  // namespace scree
