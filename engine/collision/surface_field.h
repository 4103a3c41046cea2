#pragma once

#include "engine/world/bodies.h"

namespace scree {

/// How the surface of a shape moves, as far as that moves where it is: a ball may spin, a cylinder turn about its axis
/// and a plane slide along itself.
class SurfaceField {
 public:
  SurfaceField(const Body& body, const ShapeInstance& instance);

  /// Of the surface, or of what would move with it at that place [m/s].
  Vec3 at(const Vec3& place) const;
  /// No point of the shape is faster [m/s]. Planes do not turn fast near particles.
  double fastest() const;
  /// rad/s
  const Vec3& spin() const { return spin_; }

 private:
  const Shape& shape_;
  Pose pose_;
  Vec3 velocity_;  ///< of the pose's origin [m/s]
  Vec3 spin_;
  Vec3 normal_;  ///< of a plane
  bool isPlane_;
};

/// SurfaceField::fastest(), of a body at rest 0 at once.
double surfaceSpeed(const Body& body, const ShapeInstance& instance);

}  // namespace scree
