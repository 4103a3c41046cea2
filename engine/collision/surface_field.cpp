#include "engine/collision/surface_field.h"

#include <algorithm>
#include <cmath>

#include "engine/collision/collision_constants.h"
#include "engine/collision/surface.h"

namespace scree {

SurfaceField::SurfaceField(const Body& body, const ShapeInstance& instance)
    : shape_(instance.shape),
      pose_(body.pose * instance.local),
      velocity_(body.velocityAt(pose_.position)),
      spin_(body.angularVelocity),
      normal_(pose_.orientation * Vec3::UnitZ()),
      isPlane_(std::holds_alternative<Plane>(instance.shape)) {
  if (std::holds_alternative<SolidSphere>(shape_)) {
    spin_.setZero();
  } else if (std::holds_alternative<HollowCylinder>(shape_) || std::holds_alternative<SolidCylinder>(shape_) ||
             std::holds_alternative<Capsule>(shape_)) {
    // A remainder of a turn about the axis alone is rounding.
    const double all = spin_.norm();
    spin_ -= spin_.dot(normal_) * normal_;
    if (spin_.norm() <= collision::kSpinLeft * all) {
      spin_.setZero();
    }
  }
}

Vec3 SurfaceField::at(const Vec3& place) const {
  const Vec3 v = velocity_ + spin_.cross(place - pose_.position);
  return isPlane_ ? Vec3(normal_.dot(v) * normal_) : v;
}

double SurfaceField::fastest() const {
  if (isPlane_ || spin_.isZero(0.0)) {
    return isPlane_ ? std::abs(normal_.dot(velocity_)) : velocity_.norm();
  }
  // Over a box that holds the shape speed is largest in a corner.
  const Bounds box = boundingBox(shape_);
  double most = 0.0;
  for (unsigned corner = 0; corner < 8; ++corner) {
    const Vec3 local((corner & 1U) != 0 ? box.upper.x() : box.lower.x(),
                     (corner & 2U) != 0 ? box.upper.y() : box.lower.y(),
                     (corner & 4U) != 0 ? box.upper.z() : box.lower.z());
    most = std::max(most, at(pose_.toWorld(local)).norm());
  }
  return most;
}

double surfaceSpeed(const Body& body, const ShapeInstance& instance) {
  const bool isStill = body.velocity.isZero(0.0) && body.angularVelocity.isZero(0.0);
  return isStill ? 0.0 : SurfaceField(body, instance).fastest();
}

}  // namespace scree
