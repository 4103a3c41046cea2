#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "engine/world/shapes.h"

namespace scree {

struct MeshVertex {
  Eigen::Vector3f position;
  Eigen::Vector3f normal;
};

/// A line of a drawing. Strength 1 is an edge, less a fainter mark.
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
  std::vector<LineSegment> lines;
  WallKind kind = WallKind::shell;
};

/// Empty for a plane, which is no mesh. A cylinder carries marks along its wall and on its caps, one of them stronger,
/// so that its rotation is seen.
BodyMesh tessellate(const Shape& shape);

/// Edges of a box of the given half extents, a rectangle when one of them is zero.
std::vector<LineSegment> boxEdges(const Eigen::Vector3f& halfExtents);

}  // namespace scree
