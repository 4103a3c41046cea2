#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/geometry/mesh.h"

namespace scree {

/// The faces of a convex hull, or what is wrong with the points.
struct ConvexHull {
  std::optional<Triangles> triangles;  ///< closed, looking outwards; its points are corners of the hull
  std::string what;
  std::string remedy;
};

/// The convex hull of points in space. The same points give the same triangles. Never throws for bad points.
ConvexHull convexHull(std::span<const Vec3> points);

}  // namespace scree
