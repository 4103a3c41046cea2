#pragma once

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// Advances the world by one time step (METHOD.md 4). Returns false when StepContext::interrupt stopped it: the world
/// is then in the middle of a step and must be restored or thrown away. Particles that become non-finite or leave the
/// bounds are taken out and recorded in world.faults.
bool step(World& world, StepData& data);

}  // namespace scree
