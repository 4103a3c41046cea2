#include "app/render/geometry/belt_motion.h"

namespace scree {

BeltMotion beltMotion(const SnapshotBody& body, std::size_t shape, double time) {
  Vec3 path = Vec3::Zero();
  Vec3 direction = Vec3::Zero();
  for (const Drive& drive : body.drives) {
    const auto* belt = std::get_if<SurfaceMotion>(&drive.motion);
    if (belt != nullptr && belt->shape == shape && belt->direction.norm() > 0.0) {
      const Vec3 along = belt->direction.normalized();
      path += along * (drive.speed.mean(0.0, time) * time);
      direction = drive.speed.value < 0.0 ? Vec3(-along) : along;
    }
  }
  if (direction.isZero()) {
    const Vec3& velocity = (*body.shapes)[shape].surfaceVelocity;
    if (velocity.isZero()) {
      return {};
    }
    direction = velocity.normalized();
    path = velocity * time;
  }
  return {direction, path.dot(direction)};
}

}  // namespace scree
