#pragma once

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// Contacts from which on the rest tolerance acts: fewer cost nothing.
constexpr std::size_t kWorthResting = 1000;

/// The same as solveSubsteps with the batched single-precision solver on all threads. False when interrupted: the world
/// is then in the middle of the step, bodies and joints of a machine and some of the particles ahead of the others, and
/// must be thrown away.
bool solveBatched(World& world, StepData& data);

}  // namespace scree
