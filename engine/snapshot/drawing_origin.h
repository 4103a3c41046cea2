#pragma once

#include "engine/base/types.h"

namespace scree {

struct World;

/// Point from which the places in the snapshots of a world are counted [m], so that single precision is enough to draw
/// them: zero, unless the world lies so far from the origin of its coordinates, as in those of a mine's grid, that
/// rounding would be seen. Then it is a round number near the middle of the world. Depends on the world's state only.
Vec3 drawingOrigin(const World& world);

}  // namespace scree
