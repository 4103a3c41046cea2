#pragma once

#include <array>

#include "engine/collision/near_triangles.h"
#include "engine/collision/surface.h"
#include "engine/geometry/mesh.h"

// A sphere touches a mesh where the distance from its centre has a local minimum over the surface: inside a patch, on
// an edge or in a point. So a neighbouring face is never felt twice or as a bump, and a box of triangles touches as a
// box does. Faces have two sides, and a sphere stays on the one it came from while it touches.
namespace scree {

/// Part of a triangle that is nearest to a point.
enum class TrianglePart : unsigned char { inside, edge, corner };

struct NearestOnTriangle {
  Vec3 point;
  double squared;  ///< distance [m²]
  TrianglePart part;
  std::uint32_t which;  ///< edge k from corner k to the next, or corner k
};
NearestOnTriangle nearestOnTriangle(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& p);
/// Whether a place is over the inside of a triangle, TreeTriangle::corners: true only where nearestOnTriangle() says
/// so.
bool isOverTriangle(const std::array<double, 9>& corners, const Vec3& p);

/// touchMesh() for a sphere whose centre is no farther than `behind` [m] behind a face that it touched. touchMesh()
/// itself allows for collision::kDeepestBehindFace radii and looks at all triangles within them.
void touchMeshNear(const MeshShape& mesh, const Vec3& centre, double radius, double margin, double behind,
                   const SurfacePast& past, SurfaceTouches& touches);

/// touchMeshNear() with the triangles that are known around the centre. Looks for them in all of the mesh where it
/// needs to look farther.
void touchMeshAmong(const MeshShape& mesh, const KnownTriangles& known, const Vec3& centre, double radius,
                    double margin, double behind, const SurfacePast& past, SurfaceTouches& touches);

/// Whether a sphere that touched one feature may touch the other a moment later: a face and its rim, an edge and its
/// ends.
bool areNeighbours(const Mesh& mesh, std::uint32_t feature, std::uint32_t other);

}  // namespace scree
