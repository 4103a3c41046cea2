#include <limits>

#include "engine/collision/mesh_search.h"
#include "engine/collision/sphere_mesh.h"
#include "engine/geometry/hull.h"

namespace scree {

namespace {

/// Where the surface is nearest to a centre outside of it; the centre itself when nothing is within reach.
Vec3 nearestPoint(const Mesh& mesh, const Vec3& centre, double reach) {
  Vec3 nearest = centre;
  double least = reach * reach;
  std::uint32_t found = UINT32_MAX;
  visitTree(
      mesh.tree, [&](const MeshNode& node) { return squaredDistance(node, centre) <= least; },
      [&](std::uint32_t triangle) {
        const Corners& c = mesh.triangles[triangle];
        const NearestOnTriangle one =
            nearestOnTriangle(mesh.points[c[0]], mesh.points[c[1]], mesh.points[c[2]], centre);
        if (one.squared < least || (one.squared == least && triangle < found)) {
          least = one.squared;
          nearest = one.point;
          found = triangle;
        }
      });
  return nearest;
}

}  // namespace

void touchHull(const HullShape& shape, const Vec3& centre, double radius, double margin, SurfaceTouches& touches) {
  const Mesh& mesh = *shape.hull->mesh;
  const double reach = radius + margin;
  double highest = -std::numeric_limits<double>::infinity();
  Vec3 outwards = Vec3::UnitZ();
  for (const MeshPatch& patch : mesh.patches) {
    const double height = patch.normal.dot(centre - patch.point);
    if (!(height <= reach)) {
      return;
    }
    if (height > highest) {
      highest = height;
      outwards = patch.normal;
    }
  }
  if (highest <= 0.0) {
    touches.add(0, -outwards, highest - radius);  // the centre is inside: out through the nearest face
    return;
  }
  const Vec3 nearest = nearestPoint(mesh, centre, reach);
  if (nearest != centre) {
    touchPoint(0, nearest, centre, radius, margin, -outwards, touches);
  }
}

}  // namespace scree
