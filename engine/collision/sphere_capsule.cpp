#include <algorithm>

#include "engine/collision/surface.h"

namespace scree {

namespace {

/// Touch with a ball of radius `own` about `middle`.
void touchBall(const Vec3& middle, double own, const Vec3& centre, double radius, double margin,
               SurfaceTouches& touches) {
  const Vec3 towards = middle - centre;
  const double distance = towards.norm();
  if (distance - own - radius <= margin) {
    touches.add(0, distance > 0.0 ? Vec3(towards / distance) : Vec3(-Vec3::UnitX()), distance - own - radius);
  }
}

}  // namespace

void touchSolidSphere(const SolidSphere& sphere, const Vec3& centre, double radius, double margin,
                      SurfaceTouches& touches) {
  touchBall(Vec3::Zero(), sphere.radius, centre, radius, margin, touches);
}

void touchCapsule(const Capsule& capsule, const Vec3& centre, double radius, double margin, SurfaceTouches& touches) {
  const double z = std::clamp(centre.z(), -capsule.halfLength, capsule.halfLength);
  touchBall(z * Vec3::UnitZ(), capsule.radius, centre, radius, margin, touches);
}

}  // namespace scree
