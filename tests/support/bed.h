#pragma once

#include "engine/world/world.h"

namespace scree::testing {

/// Some 200 pellets that fell into a box and settled for 3 s, by the method under test.
World settledBed();

double meanHeight(const World& world);
/// Root mean square over the particles [m/s].
double rmsSpeed(const World& world);

}  // namespace scree::testing
