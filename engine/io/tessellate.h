#pragma once

#include <array>
#include <vector>

#include "engine/geometry/shapes.h"

namespace scree {

/// Triangles of a surface. Corners run counter-clockwise seen from the side of the particles.
struct TriangleMesh {
  std::vector<Vec3> points;  ///< m
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::uint32_t> features;  ///< features of the shape (see ShapeInstance), one a triangle
};

/// Surface of a shape in its body's frame. Circles have `segments` corners, which lie on the true circle. A plane
/// becomes a square of half side `planeHalfSide` [m] about its origin.
TriangleMesh tessellate(const ShapeInstance& instance, double planeHalfSide, int segments = 64);

}  // namespace scree
