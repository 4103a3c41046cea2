#pragma once

#include "engine/contacts/surfaces.h"

namespace scree {

/// followSurface() for a centre that has moved by no more than `moved` [m] against the shape since the contact's gap
/// was measured: of a mesh, farther triangles are not looked at. A contact that is not found gets a lower bound of its
/// gap.
void followSurfaceNear(const World& world, const PlacedShapes& shapes, const Vec3& position, double margin,
                       double moved, Contact& contact, SurfaceContact& surface);

}  // namespace scree
