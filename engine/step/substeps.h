#pragma once

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// Solves the step contact by contact in double precision, in its substeps: impacts, forces, the continuous solve and
/// the new positions (method.md 4, stages 4 to 8). The clear reference, and the carrier of NNCG. False when
/// interrupted.
bool solveSubsteps(World& world, StepData& data);

}  // namespace scree
