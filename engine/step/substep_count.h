#pragma once

#include "engine/world/world.h"

namespace scree {

/// Substeps of the next step: those asked for, or more where contacts are stiff, up to Parameters::mostSubsteps, or yet
/// more where a contact that is as stiff as its sweeps carry (stiffness_limit.h) would give way to its load.
///
/// A warm started solve that is broken off after N sweeps lags behind where the contacts' forces have to go. In a chain
/// of equal spheres without friction, swept in any order, that lag feeds the swinging of the whole chain unless
/// k h²/m <= N, h being the substep: the largest eigenvalue of a substep leaves the unit circle there, for chains of 12
/// to 80 spheres and 1 to 10 sweeps alike (StiffChain tests). Friction makes beds a little more patient.
/// k/m is the mean of dF/dδ (1/m_a + 1/m_b)/2 over the contacts of the last step: with it chains in which masses of 1:8
/// alternate have the same limit; where the light ones lie together it is a third lower. Without substeps a step stays
/// one.
int substepsOf(const World& world);

}  // namespace scree
