#pragma once

#include "engine/world/world.h"

namespace scree::testing {

/// A world whose every step takes minutes: settled grains, and a million sweeps to take.
World slowWorld();

}  // namespace scree::testing
