#pragma once

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// Finds touching pairs of particles (method.md 4, stage 1).
void findPairs(const World& world, StepData& data);

}  // namespace scree
