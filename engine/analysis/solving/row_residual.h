#pragma once

#include <vector>

#include "engine/world/world.h"

namespace scree {

struct StepData;

/// Fills `residuals` with the change that one more sweep would make in the rows of the last solve, at each particle:
/// the largest over the rows of its contacts, as a velocity (SweepResidual) [m/s]. 0 for particles without rows, and
/// before the first step after loading a world. Sweeps copies: the world and its next step do not change.
void largestRowResiduals(const World& world, const StepData& data, std::vector<float>& residuals);

}  // namespace scree
