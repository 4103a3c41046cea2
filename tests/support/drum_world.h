#pragma once

#include "engine/world/world.h"

namespace scree::testing {

/// A drum about a lying axis that turns at 2 rad/s, loosely filled from below with `count` grains between two diameters
/// [m], on a lattice with small random shifts. Twisting is on. The drum is as wide as the grains need.
World drumWorld(int count, double smallest, double largest, double radius, std::uint64_t seed);

/// An emitter inside such a drum, above the axis.
void addFeed(World& world, double rate, double smallest, double largest);

}  // namespace scree::testing
