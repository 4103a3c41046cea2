#pragma once

#include "engine/geometry/mesh.h"

namespace scree {

/// Radius of the spheres that stand for the corners of solids, over the smallest half width.
constexpr double kCornerRounding = 0.1;

/// A sphere in a corner of a convex solid, inside of it and flush with its faces.
struct HullCorner {
  Vec3 centre = Vec3::Zero();  ///< m
  double radius = 0.0;         ///< m
};

/// A convex solid: its faces as a closed mesh that looks outwards, and its rounded corners.
struct Hull {
  std::shared_ptr<const Mesh> mesh;
  std::vector<HullCorner> corners;  ///< by point of the mesh
};

/// Null when the mesh is not closed, or not convex to a millionth of its size.
std::shared_ptr<const Hull> hullOf(std::shared_ptr<const Mesh> mesh);

}  // namespace scree
