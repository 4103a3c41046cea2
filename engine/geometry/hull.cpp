#include "engine/geometry/hull.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <limits>
#include <span>

namespace scree {

namespace {

/// Of the diagonal: points no farther before a face's plane are in it.
constexpr double kFlatHull = 1e-6;
/// A sphere is no farther from its sharp corner than this many radii times that from a box's.
constexpr double kFarthest = 3.0;

bool isClosed(const Mesh& mesh) {
  for (std::uint32_t edge = 0; edge < mesh.edgePoints.size(); ++edge) {
    if (mesh.trianglesOfEdge.end(edge) - mesh.trianglesOfEdge.begin(edge) != 2) {
      return false;
    }
  }
  return true;
}

bool isConvex(const Mesh& mesh) {
  const double slack = kFlatHull * (mesh.bounds.upper - mesh.bounds.lower).norm();
  return std::all_of(mesh.patches.begin(), mesh.patches.end(), [&](const MeshPatch& patch) {
    return std::all_of(mesh.points.begin(), mesh.points.end(),
                       [&](const Vec3& point) { return patch.normal.dot(point - patch.point) <= slack; });
  });
}

/// How far the nearest of the planes with these normals is left behind by going `way` from a point on all of them.
double leastDepth(std::span<const Vec3> normals, const Vec3& way) {
  double least = std::numeric_limits<double>::infinity();
  for (const Vec3& normal : normals) {
    least = std::min(least, -normal.dot(way));
  }
  return least;
}

/// Where the centre of a sphere lies, from a corner of faces with these normals. `inwards` leads into the solid.
Vec3 wayToCentre(std::span<const Vec3> normals, double radius, const Vec3& inwards) {
  // As deep behind all faces where there are three, as nearly so as can be where there are more.
  Mat3 matrix = Mat3::Zero();
  Vec3 sum = Vec3::Zero();
  for (const Vec3& normal : normals) {
    matrix += normal * normal.transpose();
    sum += normal;
  }
  const Vec3 even = -radius * matrix.ldlt().solve(sum);
  const double depth = leastDepth(normals, even);
  const double scale = radius / depth;
  if (depth > 0.0 && scale * even.norm() <= kFarthest * std::sqrt(3.0) * radius) {
    return scale * even;
  }
  return radius / leastDepth(normals, inwards) * inwards;
}

std::vector<HullCorner> cornersOf(const Mesh& mesh) {
  const Vec3 middle = volumeOf(mesh.points, mesh.triangles).centre;
  double inner = std::numeric_limits<double>::infinity();
  for (const MeshPatch& patch : mesh.patches) {
    inner = std::min(inner, patch.normal.dot(patch.point - middle));
  }
  const double radius = kCornerRounding * inner;
  std::vector<HullCorner> corners;
  std::vector<std::uint32_t> patches;
  std::vector<Vec3> normals;
  for (std::uint32_t point = 0; point < mesh.points.size(); ++point) {
    patches.clear();
    for (const auto* at = mesh.trianglesOfPoint.begin(point); at != mesh.trianglesOfPoint.end(point); ++at) {
      patches.push_back(mesh.patchOf[*at]);
    }
    std::sort(patches.begin(), patches.end());
    patches.erase(std::unique(patches.begin(), patches.end()), patches.end());
    normals.clear();
    for (const std::uint32_t patch : patches) {
      normals.push_back(mesh.patches[patch].normal);
    }
    const Vec3& corner = mesh.points[point];
    corners.push_back({corner + wayToCentre(normals, radius, middle - corner), radius});
  }
  return corners;
}

}  // namespace

std::shared_ptr<const Hull> hullOf(std::shared_ptr<const Mesh> mesh) {
  if (!mesh || !isClosed(*mesh) || !isConvex(*mesh) || !(volumeOf(mesh->points, mesh->triangles).volume > 0.0)) {
    return nullptr;
  }
  auto hull = std::make_shared<Hull>();
  hull->corners = cornersOf(*mesh);
  hull->mesh = std::move(mesh);
  return hull;
}

}  // namespace scree
