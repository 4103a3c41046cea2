#pragma once

#include "engine/world/world.h"

namespace scree::testing {

/// A drum about a lying axis that turns at 2 rad/s, loosely filled from below with `count` grains between two diameters
/// [m], on a lattice with small random shifts. Twisting is on. The drum is as wide as the grains need.
World drumWorld(int count, double smallest, double largest, double radius, std::uint64_t seed);

/// A small drum of 400 grains that turns at a speed [rad/s], merging, solved by the preset fast.
World mergingDrum(double speed);

/// An emitter inside such a drum, above the axis.
void addFeed(World& world, double rate, double smallest, double largest);

}  // namespace scree::testing
