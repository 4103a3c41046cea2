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

/// Line of a drawing; `strength` scales its opacity.
struct LineSegment {
  Eigen::Vector3f from;
  float strength = 1.0f;
  Eigen::Vector3f to;
};

/// Kind of a body's walls: a shell is hollow and seen through its near side, a sheet is one wall, a solid body is
/// filled.
enum class WallKind : unsigned char { shell, sheet, solid };

/// Shape as triangles and lines in its own frame, counted from `middle` [m]. Triangles are anticlockwise as seen from
/// the side to which the normals point: out of the shape, also for hollow shapes with particles inside.
struct BodyMesh {
  std::vector<MeshVertex> vertices;
  std::vector<std::uint32_t> triangles;
  std::vector<LineSegment> edges;
  std::vector<LineSegment> marks;  ///< lines on round shapes that show rotation, some stronger
  WallKind kind = WallKind::shell;
  Vec3 middle = Vec3::Zero();  ///< zero, but of a mesh far from the origin of its frame
  float edgeDensity = 0.0f;    ///< length of the edges of a mesh over its area [1/m]; 0: their number is small
};

/// Makes the mesh of a shape; empty for a plane.
BodyMesh tessellate(const Shape& shape);

/// Edges of a box by its half extents [m], or of a rectangle if one of them is zero.
std::vector<LineSegment> boxEdges(const Eigen::Vector3f& halfExtents);

}  // namespace scree
