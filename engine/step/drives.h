#pragma once

#include "engine/world/world.h"

namespace scree {

/// Gives every kinematic body and moving surface its velocity for this step.
void setDrives(World& world);

}  // namespace scree
