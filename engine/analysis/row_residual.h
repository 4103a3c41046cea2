#pragma once

#include <vector>

#include "engine/world/world.h"

namespace scree {

struct StepData;

/// How far one more sweep would still move the rows of the last solve, at each particle: the largest over the rows of
/// its contacts, as a velocity (SweepResidual) [m/s]. 0 for who has none, and without a step since the world was
/// loaded. Takes the sweep on copies: nothing of the world or its next step changes.
void largestRowResiduals(const World& world, const StepData& data, std::vector<float>& residuals);

}  // namespace scree
