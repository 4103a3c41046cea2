#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "engine/geometry/shapes.h"

namespace scree {

struct MeshVertex {
  Eigen::Vector3f position;
  Eigen::Vector3f normal;
};

/// A line of a drawing; strength scales its opacity.
struct LineSegment {
  Eigen::Vector3f from;
  float strength = 1.0f;
  Eigen::Vector3f to;
};

/// A shell has a near and a far side that one looks through; a sheet is one wall; a solid body is filled.
enum class WallKind : unsigned char { shell, sheet, solid };

/// A shape as triangles and lines in its own frame. Triangles are wound anticlockwise seen from where the normals
/// point: out of solid shapes, and out of hollow ones too (away from the particles).
struct BodyMesh {
  std::vector<MeshVertex> vertices;
  std::vector<std::uint32_t> triangles;
  std::vector<LineSegment> edges;
  std::vector<LineSegment> marks;  ///< along the walls and on the caps of cylinders, one stronger: they show rotation
  WallKind kind = WallKind::shell;
};

/// Empty for a plane, which is no mesh.
BodyMesh tessellate(const Shape& shape);

/// Edges of a box of the given half extents, a rectangle when one of them is zero.
std::vector<LineSegment> boxEdges(const Eigen::Vector3f& halfExtents);

}  // namespace scree
