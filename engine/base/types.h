#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cstdint>

// Numbers of the engine: SI units, double precision for all state. Gaps are differences of large coordinates, so
// positions stay in double; the solver's rows are templates on the number (see solver/rows.h).
namespace scree {

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using Quat = Eigen::Quaterniond;

/// Position and orientation of a frame; maps local points to world points.
struct Pose {
  Vec3 position = Vec3::Zero();
  Quat orientation = Quat::Identity();

  Vec3 toWorld(const Vec3& local) const { return position + orientation * local; }
  Vec3 toLocal(const Vec3& world) const { return orientation.conjugate() * (world - position); }
  /// The pose of a child given in this frame.
  Pose operator*(const Pose& child) const { return {toWorld(child.position), orientation * child.orientation}; }
};

/// Axis-aligned box; `contains` counts the border as inside.
struct Bounds {
  Vec3 lower = Vec3::Constant(-1e3);
  Vec3 upper = Vec3::Constant(1e3);

  bool contains(const Vec3& p) const {
    return (p.array() >= lower.array()).all() && (p.array() <= upper.array()).all();
  }
};

/// Rotates `q` by the angular velocity `w` (rad/s, world frame) over `dt` seconds: the exact rotation, normalised.
Quat rotated(const Quat& q, const Vec3& w, double dt);
/// The same by a turn [rad], within rounding; in half the time where the turn is small, as grains turn in a step.
Quat turned(const Quat& q, const Vec3& turn);

}  // namespace scree
