#pragma once

#include "engine/world/world.h"

namespace scree {

/// Substeps of the next step: those asked for, or more where contacts are stiff, up to Parameters::mostSubsteps.
///
/// A warm started solve that is broken off after N sweeps lags behind where the contacts' forces have to go. In a chain
/// of equal spheres without friction, swept in any order, that lag feeds the swinging of the whole chain unless
/// k h²/m <= N, h being the substep: the largest eigenvalue of a substep leaves the unit circle there, for chains of 12
/// to 80 spheres and 1 to 10 sweeps alike (StiffChain tests). Friction makes beds a little more patient.
/// k/m is the mean over the contacts of the last step. Without substeps a step stays one.
int substepsOf(const World& world);

}  // namespace scree
