#pragma once

#include <vector>

#include "engine/solver/spook.h"
#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// The factors of every pair law's normal row; a Hertz law's compliance is that of a stiffness of 1.
std::vector<SpookFactors> factorsOf(const World& world, double substepTime);

/// Packs one slab that is laid out. Its bodies get their velocities with the fall of the first substep, its batches
/// everything that stays the same over the substeps and the multipliers of the history, as they are there. Where the
/// contacts are those of the last step, in the same order, they keep their lanes; the result is the same.
void packSlab(const World& world, StepData& data, std::size_t at);

}  // namespace scree
