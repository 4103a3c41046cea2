#pragma once

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// Finds out which members must be free in this step, splits them off, and lists the free particles and their contacts
/// with the members near them (method.md 4, stage 3; before the search for pairs, so that what is split off is found in
/// the same step).
void splitMembers(World& world, StepData& data);

}  // namespace scree
