#pragma once

#include "engine/world/world.h"

namespace scree {

/// Sets what bodies and joints felt to nothing, at the start of a step: substeps add to it.
void clearReactions(World& world);

/// Moves the kinematic bodies by their velocities.
void moveBodies(World& world, double time);

}  // namespace scree
