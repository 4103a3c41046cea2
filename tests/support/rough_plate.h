#pragma once

#include "engine/world/world.h"

namespace scree::testing {

/// A layer of `across` x `across` grains at rest on a rough plate of triangles as wide as grains, which slides at a
/// steady speed: all contacts are with the mesh, and all of its surface moves.
World layerOnRoughPlate(int across);

/// About as many grains that touch each other, in a box that slides at the same speed.
World bedInSlidingBox(int across);

}  // namespace scree::testing
