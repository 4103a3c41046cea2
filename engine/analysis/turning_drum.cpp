#include "engine/analysis/turning_drum.h"

#include <cmath>

namespace scree {

namespace {

constexpr double kAligned = 1e-6;

/// Drum of a shape of the body, if the drive turns the shape about its own lying axis.
std::optional<DrumFrame> drumOf(const Body& body, const ShapeInstance& instance, const Drive& drive) {
  const auto* cylinder = std::get_if<HollowCylinder>(&instance.shape);
  const auto* turn = std::get_if<Rotation>(&drive.motion);
  if (cylinder == nullptr || turn == nullptr) {
    return std::nullopt;
  }
  const Pose pose = body.pose * instance.local;
  const Vec3 axis = turn->axis.normalized();
  const Vec3 own = pose.orientation * Vec3::UnitZ();
  const double off = axis.cross(pose.position - turn->point).norm();
  if (own.cross(axis).norm() > kAligned || std::abs(axis.z()) > kAligned || off > kAligned * cylinder->radius) {
    return std::nullopt;
  }
  return DrumFrame{pose.position, drive.speed.value < 0.0 ? Vec3(-axis) : axis, cylinder->radius};
}

}  // namespace

std::optional<DrumFrame> turningDrum(const World& world) {
  const Vec3& gravity = world.parameters.gravity;
  if (!(gravity.z() < 0.0) || gravity.head<2>().norm() > kAligned * -gravity.z()) {
    return std::nullopt;
  }
  for (const Body& body : world.bodies) {
    for (const ShapeInstance& instance : body.shapes) {
      for (const Drive& drive : body.drives) {
        if (const auto drum = drumOf(body, instance, drive)) {
          return drum;
        }
      }
    }
  }
  return std::nullopt;
}

}  // namespace scree
