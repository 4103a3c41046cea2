#include "app/render/scene_fit.h"

#include <Eigen/Geometry>
#include <cmath>
#include <type_traits>

namespace scree {

namespace {

/// Calls `use` with the corners of the boxes of all finite visible shapes, in the world.
template <class Use>
void forEachCorner(const Snapshot& snapshot, Use use) {
  for (const SnapshotBody& body : snapshot.bodies) {
    if (!body.shapes) {
      continue;
    }
    for (const ShapeInstance& instance : *body.shapes) {
      const std::optional<Eigen::Vector3d> half = halfExtentsOf(instance.shape);
      if (!half || !instance.visible) {
        continue;
      }
      const Pose pose = body.pose * instance.local;
      for (unsigned corner = 0; corner < 8; ++corner) {
        const Vec3 sign((corner & 1U) != 0 ? 1.0 : -1.0, (corner & 2U) != 0 ? 1.0 : -1.0,
                        (corner & 4U) != 0 ? 1.0 : -1.0);
        use(Eigen::Vector3f(pose.toWorld(sign.cwiseProduct(*half)).cast<float>()));
      }
    }
  }
}

}  // namespace

std::optional<Eigen::Vector3d> halfExtentsOf(const Shape& shape) {
  return std::visit(
      [](const auto& s) -> std::optional<Eigen::Vector3d> {
        using S = std::decay_t<decltype(s)>;
        if constexpr (std::is_same_v<S, Plane>) {
          return std::nullopt;
        } else if constexpr (std::is_same_v<S, Rectangle>) {
          return Eigen::Vector3d(s.halfX, s.halfY, 0.0);
        } else if constexpr (std::is_same_v<S, SolidBox> || std::is_same_v<S, Container>) {
          return s.halfExtents;
        } else {
          return Eigen::Vector3d(s.radius, s.radius, s.halfLength);
        }
      },
      shape);
}

SceneSphere boundingSphere(const Snapshot& snapshot) {
  Eigen::Array4f low = Eigen::Array4f::Constant(INFINITY);
  Eigen::Array4f high = -low;
  for (const Eigen::Vector4f& p : snapshot.positionRadius) {
    low = low.min(p.array() - p.w());
    high = high.max(p.array() + p.w());
  }
  Eigen::AlignedBox3f box;
  if (!snapshot.positionRadius.empty()) {
    box = Eigen::AlignedBox3f(low.head<3>().matrix(), high.head<3>().matrix());
  }
  forEachCorner(snapshot, [&](const Eigen::Vector3f& corner) { box.extend(corner); });
  if (box.isEmpty()) {
    return {};
  }
  SceneSphere sphere{box.center(), 0.0f};
  for (const Eigen::Vector4f& p : snapshot.positionRadius) {
    const float square = (p.head<3>() - sphere.centre).squaredNorm();
    const float room = sphere.radius - p.w();  // roots only of the few that need one
    if (room < 0.0f || square > room * room) {
      sphere.radius = std::max(sphere.radius, std::sqrt(square) + p.w());
    }
  }
  forEachCorner(snapshot, [&](const Eigen::Vector3f& corner) {
    sphere.radius = std::max(sphere.radius, (corner - sphere.centre).norm());
  });
  if (!(sphere.radius > 0.0f)) {
    sphere.radius = 1.0f;
  }
  return sphere;
}

SceneSphere steadied(const SceneSphere& shown, const SceneSphere& now) {
  const float ratio = now.radius / shown.radius;
  const float shift = (now.centre - shown.centre).norm() / shown.radius;
  const bool keep = ratio > 0.6f && ratio < 1.5f && shift < 0.6f;
  return keep ? shown : now;
}

}  // namespace scree
