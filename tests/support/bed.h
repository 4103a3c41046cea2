#pragma once

#include "engine/world/world.h"

namespace scree::testing {

/// Some 200 pellets that fell into a box and settled for 3 s. They always settle by the scalar method, as single grains
/// slip now and then for seconds more, and when they do is chance; the parameters are then those of the method under
/// test.
World settledBed();

/// A bed of pellets of 10.4 to 13 mm in an open box that a lattice of so many fell into, settled with the preset fast.
World settledBox(int nx, int ny, int nz, std::uint64_t seed);

double meanHeight(const World& world);
/// Root mean square over the particles [m/s].
double rmsSpeed(const World& world);

}  // namespace scree::testing
