#pragma once

#include "engine/world/world.h"

// A heavy ball that falls on a bed at rest.
namespace scree::testing {

/// Height of the bed's surface [m]: the mean over square columns 2 d wide of the highest point of a grain in each.
double surfaceHeight(World world);

/// A ball of evenly spread mass, its lowest point `above` the highest grain, in the middle; its index.
std::uint32_t addBall(World& world, double diameter, double density, double above);

/// How deep a ball's lowest point is under a height [m].
double depthUnder(const World& world, std::uint32_t ball, double height);

}  // namespace scree::testing
