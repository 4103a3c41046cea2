#include "app/render/geometry/scene_fit.h"

#include <Eigen/Geometry>
#include <cmath>
#include <type_traits>
#include <vector>

#include "engine/geometry/hull.h"

namespace scree {

namespace {

/// Calls `use` with the corners, from the drawing origin, of the boxes around all finite visible shapes.
template <class Use>
void forEachCorner(const Snapshot& snapshot, Use use) {
  for (const SnapshotBody& body : snapshot.scene.bodies) {
    if (!body.shapes) {
      continue;
    }
    for (const ShapeInstance& instance : *body.shapes) {
      const std::optional<Bounds> box = boxOf(instance.shape);
      if (!box || !instance.visible) {
        continue;
      }
      const Pose pose = body.pose * instance.local;
      for (unsigned corner = 0; corner < 8; ++corner) {
        const auto side = [&](unsigned bit, int axis) {
          return (corner & bit) != 0 ? box->upper[axis] : box->lower[axis];
        };
        const Vec3 at = pose.toWorld(Vec3(side(1U, 0), side(2U, 1), side(4U, 2)));
        use(Eigen::Vector3f((at - snapshot.scene.origin).cast<float>()));
      }
    }
  }
}

}  // namespace

std::optional<Bounds> boxOf(const Shape& shape) {
  const auto about = [](const Vec3& half) { return Bounds{-half, half}; };
  return std::visit(
      [&](const auto& s) -> std::optional<Bounds> {
        using S = std::decay_t<decltype(s)>;
        if constexpr (std::is_same_v<S, Plane>) {
          return std::nullopt;
        } else if constexpr (std::is_same_v<S, Rectangle>) {
          return about(Vec3(s.halfX, s.halfY, 0.0));
        } else if constexpr (std::is_same_v<S, SolidBox> || std::is_same_v<S, Container>) {
          return about(s.halfExtents);
        } else if constexpr (std::is_same_v<S, MeshShape>) {
          return s.mesh->bounds;
        } else if constexpr (std::is_same_v<S, HullShape>) {
          return s.hull->mesh->bounds;
        } else if constexpr (std::is_same_v<S, SolidSphere>) {
          return about(Vec3::Constant(s.radius));
        } else if constexpr (std::is_same_v<S, Capsule>) {
          return about(Vec3(s.radius, s.radius, s.radius + s.halfLength));
        } else {
          return about(Vec3(s.radius, s.radius, s.halfLength));
        }
      },
      shape);
}

std::optional<Eigen::Vector3d> halfExtentsOf(const Shape& shape) {
  const std::optional<Bounds> box = boxOf(shape);
  return box ? std::optional<Eigen::Vector3d>(0.5 * (box->upper - box->lower)) : std::nullopt;
}

namespace {

/// Sphere around all particles and corners, those of `more` included.
SceneSphere sphereAround(const Snapshot& snapshot, const std::vector<Eigen::Vector3f>& more) {
  Eigen::Array4f low = Eigen::Array4f::Constant(INFINITY);
  Eigen::Array4f high = -low;
  for (const Eigen::Vector4f& p : snapshot.grains.positionRadius) {
    low = low.min(p.array() - p.w());
    high = high.max(p.array() + p.w());
  }
  Eigen::AlignedBox3f box;
  if (!snapshot.grains.positionRadius.empty()) {
    box = Eigen::AlignedBox3f(low.head<3>().matrix(), high.head<3>().matrix());
  }
  forEachCorner(snapshot, [&](const Eigen::Vector3f& corner) { box.extend(corner); });
  for (const Eigen::Vector3f& corner : more) {
    box.extend(corner);
  }
  SceneSphere sphere;
  sphere.origin = snapshot.scene.origin;
  if (box.isEmpty()) {
    return sphere;
  }
  sphere.centre = box.center();
  sphere.radius = 0.0f;
  for (const Eigen::Vector4f& p : snapshot.grains.positionRadius) {
    const float square = (p.head<3>() - sphere.centre).squaredNorm();
    const float room = sphere.radius - p.w();  // only the few particles outside need a root
    if (room < 0.0f || square > room * room) {
      sphere.radius = std::max(sphere.radius, std::sqrt(square) + p.w());
    }
  }
  forEachCorner(snapshot, [&](const Eigen::Vector3f& corner) {
    sphere.radius = std::max(sphere.radius, (corner - sphere.centre).norm());
  });
  for (const Eigen::Vector3f& corner : more) {
    sphere.radius = std::max(sphere.radius, (corner - sphere.centre).norm());
  }
  if (!(sphere.radius > 0.0f)) {
    sphere.radius = 1.0f;
  }
  return sphere;
}

/// Distance that a point falls along `down` until it meets a plane; nothing without one.
std::optional<double> fallOf(const Snapshot& snapshot, const Vec3& from, const Vec3& down) {
  std::optional<double> least;
  for (const SnapshotBody& body : snapshot.scene.bodies) {
    for (const ShapeInstance& instance : body.shapes ? *body.shapes : std::vector<ShapeInstance>()) {
      if (!std::holds_alternative<Plane>(instance.shape)) {
        continue;
      }
      const Pose pose = body.pose * instance.local;
      const Vec3 normal = pose.orientation * Vec3::UnitZ();
      const double slope = normal.dot(down);
      const double way = slope == 0.0 ? -1.0 : normal.dot(pose.position - from) / slope;
      if (way > 0.0 && (!least || way < *least)) {
        least = way;
      }
    }
  }
  return least;
}

/// Corners of the emitters, and of where their grains meet a plane.
std::vector<Eigen::Vector3f> cornersOfEmitters(const Snapshot& snapshot) {
  std::vector<Eigen::Vector3f> corners;
  const Vec3 gravity = snapshot.scene.parameters.gravity;
  for (const SnapshotRegion& region : snapshot.scene.regions) {
    if (region.isSink) {
      continue;
    }
    const auto fall =
        gravity.norm() > 0.0 ? fallOf(snapshot, region.pose.position, gravity.normalized()) : std::nullopt;
    for (unsigned corner = 0; corner < 8; ++corner) {
      const Vec3 sides((corner & 1U) != 0 ? 1.0 : -1.0, (corner & 2U) != 0 ? 1.0 : -1.0,
                       (corner & 4U) != 0 ? 1.0 : -1.0);
      const Vec3 at = region.pose.toWorld(region.halfExtents.cwiseProduct(sides));
      corners.emplace_back((at - snapshot.scene.origin).cast<float>());
      if (fall) {
        corners.emplace_back((at - snapshot.scene.origin + *fall * gravity.normalized()).cast<float>());
      }
    }
  }
  return corners;
}

}  // namespace

SceneSphere boundingSphere(const Snapshot& snapshot) { return sphereAround(snapshot, {}); }

SceneSphere framedSphere(const Snapshot& snapshot) { return sphereAround(snapshot, cornersOfEmitters(snapshot)); }

SceneSphere steadied(const SceneSphere& shown, const SceneSphere& now) {
  const float ratio = now.radius / shown.radius;
  const float shift = (now.centre - shown.centre).norm() / shown.radius;
  const bool keep = shown.origin == now.origin && ratio > 0.6f && ratio < 1.5f && shift < 0.6f;
  return keep ? shown : now;
}

}  // namespace scree
