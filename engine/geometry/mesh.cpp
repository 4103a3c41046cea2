#include "engine/geometry/mesh.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "engine/geometry/mesh_parts.h"

namespace scree {

Vec3 areaVector(const std::vector<Vec3>& points, const Corners& corners) {
  return (points[corners[1]] - points[corners[0]]).cross(points[corners[2]] - points[corners[0]]);
}

std::string problemOf(const Triangles& triangles) {
  if (triangles.corners.empty()) {
    return "it has no triangles";
  }
  if (triangles.corners.size() > kMostTriangles) {
    return fmt::format("it has more than {} triangles", kMostTriangles);
  }
  for (const Vec3& point : triangles.points) {
    if (!point.allFinite()) {
      return "a coordinate is not a finite number";
    }
    if (point.cwiseAbs().maxCoeff() > kFarthestPoint) {
      return fmt::format("a coordinate is beyond {}", kFarthestPoint);
    }
  }
  for (const Corners& corners : triangles.corners) {
    for (const std::uint32_t corner : corners) {
      if (corner >= triangles.points.size()) {
        return "a triangle has a corner that does not exist";
      }
    }
  }
  return {};
}

std::shared_ptr<const Mesh> makeMesh(Triangles triangles) {
  if (const std::string problem = problemOf(triangles); !problem.empty()) {
    throw std::invalid_argument(problem);
  }
  auto mesh = std::make_shared<Mesh>();
  mesh->points = std::move(triangles.points);
  mesh->triangles = std::move(triangles.corners);
  const XXH64_hash_t places = XXH3_64bits(mesh->points.data(), mesh->points.size() * sizeof(Vec3));
  mesh->hash = XXH3_64bits_withSeed(mesh->triangles.data(), mesh->triangles.size() * sizeof(Corners), places);
  mesh->bounds = {mesh->points.front(), mesh->points.front()};
  for (const Vec3& point : mesh->points) {
    mesh->bounds.lower = mesh->bounds.lower.cwiseMin(point);
    mesh->bounds.upper = mesh->bounds.upper.cwiseMax(point);
    mesh->radius = std::max(mesh->radius, point.norm());
  }
  linkTriangles(*mesh);
  joinPatches(*mesh);
  mesh->tree = treeOf(mesh->points, mesh->triangles);
  gatherTriangles(*mesh);
  return mesh;
}

MeshVolume volumeOf(const std::vector<Vec3>& points, const std::vector<Corners>& triangles) {
  // Tetrahedra from a point of the mesh: second moments of one with corners 0, a, b, c are det/120 · Σ .... From the
  // origin those of a mesh far away would be large and cancel, with nothing but rounding left.
  MeshVolume result;
  if (triangles.empty()) {
    return result;
  }
  const Vec3 from = points[triangles.front()[0]];
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (const Corners& corners : triangles) {
    const Vec3 a = points[corners[0]] - from;
    const Vec3 b = points[corners[1]] - from;
    const Vec3 c = points[corners[2]] - from;
    const double six = a.dot(b.cross(c));
    const Vec3 sum = a + b + c;
    result.volume += six / 6.0;
    first += six / 24.0 * sum;
    second += six / 120.0 * (a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose());
  }
  if (result.volume == 0.0) {
    return result;
  }
  const Vec3 middle = first / result.volume;
  result.centre = from + middle;
  const Mat3 about = second - result.volume * middle * middle.transpose();
  result.inertia = about.trace() * Mat3::Identity() - about;
  return result;
}

}  // namespace scree
