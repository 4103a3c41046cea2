#include "engine/step/guard_rooms.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/collision/mesh_search.h"
#include "engine/geometry/mesh.h"
#include "engine/step/step_constants.h"

namespace scree {

namespace {

/// Each edge joins two triangles.
bool isClosed(const Mesh& mesh) {
  for (std::uint32_t edge = 0; edge < mesh.edgePoints.size(); ++edge) {
    if (mesh.trianglesOfEdge.end(edge) - mesh.trianglesOfEdge.begin(edge) != 2) {
      return false;
    }
  }
  return true;
}

bool isClosed(const Shape& shape) {
  if (const auto* box = std::get_if<Container>(&shape)) {
    return std::ranges::all_of(box->faces, [](bool face) { return face; });
  }
  if (const auto* cylinder = std::get_if<HollowCylinder>(&shape)) {
    return cylinder->caps[0] && cylinder->caps[1];
  }
  const auto* mesh = std::get_if<MeshShape>(&shape);
  return mesh != nullptr && isClosed(*mesh->mesh);
}

/// A ray in a direction that no scene's edges have.
class Ray {
 public:
  explicit Ray(const Vec3& origin) : origin_(origin) {}

  bool meets(const MeshNode& node) const {
    double enter = 0.0;
    double leave = std::numeric_limits<double>::max();
    for (int axis = 0; axis < 3; ++axis) {
      const auto at = static_cast<std::size_t>(axis);
      const double lower = (node.lower[at] - origin_[axis]) / direction_[axis];
      const double upper = (node.upper[at] - origin_[axis]) / direction_[axis];
      enter = std::max(enter, std::min(lower, upper));
      leave = std::min(leave, std::max(lower, upper));
    }
    return enter <= leave;
  }

  /// Method of Möller and Trumbore (1997).
  bool crosses(const Vec3& a, const Vec3& b, const Vec3& c) const {
    const Vec3 ab = b - a;
    const Vec3 ac = c - a;
    const Vec3 across = direction_.cross(ac);
    const double determinant = ab.dot(across);
    const Vec3 from = origin_ - a;
    const double u = from.dot(across) / determinant;
    const Vec3 other = from.cross(ab);
    const double v = direction_.dot(other) / determinant;
    // A ray along the triangle gives what is no number, and does not cross it.
    return u >= 0.0 && v >= 0.0 && u + v <= 1.0 && ac.dot(other) / determinant > 0.0;
  }

 private:
  Vec3 origin_;
  Vec3 direction_ = Vec3(0.3217, 0.4771, 0.8178);
};

bool meshHolds(const Mesh& mesh, const Vec3& local) {
  const Ray ray(local);
  std::size_t crossed = 0;
  visitTree(
      mesh.tree, [&](const MeshNode& node) { return ray.meets(node); },
      [&](std::uint32_t triangle) {
        const Corners& corners = mesh.triangles[triangle];
        crossed += ray.crosses(mesh.points[corners[0]], mesh.points[corners[1]], mesh.points[corners[2]]) ? 1 : 0;
      });
  return crossed % 2 == 1;
}

}  // namespace

std::vector<GuardedRoom> closedRooms(const World& world) {
  std::vector<GuardedRoom> rooms;
  for (std::uint32_t b = 0; b < world.bodies.size(); ++b) {
    for (std::uint32_t s = 0; s < world.bodies[b].shapes.size(); ++s) {
      if (rooms.size() < stepping::kMostRooms && isClosed(world.bodies[b].shapes[s].shape)) {
        rooms.push_back({.body = b, .shape = s});
      }
    }
  }
  return rooms;
}

bool RoomShape::holds(const Vec3& local) const {
  const auto* mesh = std::get_if<MeshShape>(&shape_);
  return outside(local) <= 0.0 && (mesh == nullptr || meshHolds(*mesh->mesh, local));
}

double RoomShape::outside(const Vec3& local) const {
  if (const auto* box = std::get_if<Container>(&shape_)) {
    return (local.cwiseAbs() - box->halfExtents).maxCoeff();
  }
  if (const auto* cylinder = std::get_if<HollowCylinder>(&shape_)) {
    return std::max(local.head<2>().norm() - cylinder->radius, std::abs(local.z()) - cylinder->halfLength);
  }
  const auto* mesh = std::get_if<MeshShape>(&shape_);
  if (mesh == nullptr) {
    return std::numeric_limits<double>::lowest();  // of other shapes nothing is known
  }
  const Bounds& bounds = mesh->mesh->bounds;
  return (bounds.lower - local).cwiseMax(local - bounds.upper).maxCoeff();
}

}  // namespace scree
