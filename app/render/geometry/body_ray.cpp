#include "app/render/geometry/body_ray.h"

#include "app/render/geometry/body_mesh.h"

namespace scree {

namespace {

/// Distance at which a ray meets a triangle, in lengths of its direction (Möller and Trumbore, 1997); nothing behind
/// the start of the ray.
std::optional<float> crossing(const Eigen::Vector3f& origin, const Eigen::Vector3f& direction, const Eigen::Vector3f& a,
                              const Eigen::Vector3f& b, const Eigen::Vector3f& c) {
  const Eigen::Vector3f ab = b - a;
  const Eigen::Vector3f ac = c - a;
  const Eigen::Vector3f p = direction.cross(ac);
  const float volume = ab.dot(p);
  if (volume == 0.0f) {
    return std::nullopt;  // the ray is parallel to the triangle, or the triangle has no area
  }
  const Eigen::Vector3f from = origin - a;
  const float u = from.dot(p) / volume;
  const Eigen::Vector3f q = from.cross(ab);
  const float v = direction.dot(q) / volume;
  const float t = ac.dot(q) / volume;
  return u >= 0.0f && v >= 0.0f && u + v <= 1.0f && t > 0.0f ? std::optional(t) : std::nullopt;
}

}  // namespace

std::optional<BodyHit> bodyAt(const Snapshot& snapshot, const Vec3& origin, const Vec3& direction,
                              const std::function<bool(std::uint32_t, const Vec3&)>& wanted) {
  std::optional<BodyHit> nearest;
  for (std::uint32_t index = 0; index < snapshot.scene.bodies.size(); ++index) {
    const SnapshotBody& body = snapshot.scene.bodies[index];
    for (std::size_t s = 0; body.shapes && s < body.shapes->size(); ++s) {
      const ShapeInstance& shape = (*body.shapes)[s];
      if (!shape.visible) {
        continue;
      }
      const BodyMesh mesh = tessellate(shape.shape);
      const Pose pose = body.pose * shape.local;
      const Eigen::Vector3f from = (pose.toLocal(origin) - mesh.middle).cast<float>();
      const Eigen::Vector3f way = (pose.orientation.conjugate() * direction).cast<float>();
      const auto corner = [&](std::size_t i) -> const Eigen::Vector3f& {
        return mesh.vertices[mesh.triangles[i]].position;
      };
      for (std::size_t i = 0; i + 2 < mesh.triangles.size(); i += 3) {
        const auto t = crossing(from, way, corner(i), corner(i + 1), corner(i + 2));
        const double distance = t ? static_cast<double>(*t) : 0.0;
        if (t && (!nearest || distance < nearest->distance) && wanted(index, origin + distance * direction)) {
          nearest = BodyHit{index, distance, mesh.kind == WallKind::shell};
        }
      }
    }
  }
  return nearest;
}

}  // namespace scree
