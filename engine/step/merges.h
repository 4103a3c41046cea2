#pragma once

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// On something that turns, gravity soon pulls from another side: who is to ride on it needs contacts on several sides.
constexpr int kContactsToRide = 3;

/// Merges the free particles whose contacts have been quiet for long enough with what they rest on (method.md 4, stage
/// 7), after the new velocities and places are known. Reads the step's contacts; writes aggregates, kept contacts and
/// history.
void mergeParticles(World& world, StepData& data);

}  // namespace scree
