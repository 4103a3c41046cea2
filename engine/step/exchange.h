#pragma once

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// Brings the set of particles up to date before a step: takes out those that are not finite, absurdly fast or out of
/// bounds (each recorded in world.troubles) and those inside sinks; lets the emitters add theirs. Opens the step's
/// energy account: data.energyBefore, data.gravityWork.
void exchangeParticles(World& world, StepData& data);

}  // namespace scree
