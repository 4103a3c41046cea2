#pragma once

#include "engine/world/bodies.h"

namespace scree {

/// Velocity field of a shape's surface without motions that leave the surface where it is: the spin of a ball, the
/// turning of a cylinder about its axis, the sliding of a plane along itself.
class SurfaceField {
 public:
  SurfaceField(const Body& body, const ShapeInstance& instance);

  /// Velocity of the surface, extended rigidly to a place in the world [m/s].
  Vec3 at(const Vec3& place) const;
  /// Upper bound of the speed of all points of the shape [m/s]. The turning of a plane is left out.
  double fastest() const;
  /// Angular velocity that changes the place of the surface [rad/s].
  const Vec3& spin() const { return spin_; }

 private:
  const Shape& shape_;
  Pose pose_;
  Vec3 velocity_;  ///< of the pose's origin [m/s]
  Vec3 spin_;
  Vec3 normal_;  ///< of a plane
  bool isPlane_;
};

/// SurfaceField::fastest() [m/s]; 0 without a look at the shape for a body at rest.
double surfaceSpeed(const Body& body, const ShapeInstance& instance);

}  // namespace scree
