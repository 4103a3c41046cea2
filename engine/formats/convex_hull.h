#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/geometry/mesh.h"

namespace scree {

/// Faces of a convex hull, or a problem with its remedy.
struct ConvexHull {
  std::optional<Triangles> triangles;  ///< closed and facing outwards; the points are the corners of the hull
  std::string what;
  std::string remedy;
};

/// Makes the convex hull of points in space. The same points give the same triangles. Never throws for bad points.
ConvexHull convexHull(std::span<const Vec3> points);

}  // namespace scree
