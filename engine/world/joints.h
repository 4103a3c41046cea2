#pragma once

#include <compare>
#include <limits>
#include <string>

#include "engine/base/types.h"
#include "engine/world/course.h"
#include "engine/world/split_sensors.h"

// Joints with their motors and ranges, and contacts of dynamic bodies with other bodies (METHOD.md 11.2 to 11.5).
namespace scree {

enum class JointKind : std::uint8_t {
  hinge,        ///< turns about one axis
  prismatic,    ///< slides along one axis
  cylindrical,  ///< turns about an axis and slides along it
  ball,         ///< turns about a point
  lock,         ///< holds two bodies fast
  distance,     ///< a rod between two points
  actuator,     ///< a cylinder between two points: its length is free but for motor and range
};
constexpr int kJointKindCount = 7;

enum class MotorKind : std::uint8_t {
  none,
  speed,     ///< the coordinate changes at the speed wanted, as far as the limit allows
  position,  ///< the coordinate follows a course
  force,     ///< pushes with a given force
};

/// Drives a joint along its coordinate: the angle of a hinge, the way of a prismatic or cylindrical joint, the length
/// of an actuator.
struct Motor {
  MotorKind kind = MotorKind::none;
  double value = 0.0;                                      ///< what is wanted without a course, or by hand
  Course course;                                           ///< in order of time
  bool smooth = false;                                     ///< curves join the points of the course, not straight lines
  bool byHand = false;                                     ///< the value holds in place of the course
  double limit = std::numeric_limits<double>::infinity();  ///< largest force or torque [N, N m]
  Course limitCourse;                                      ///< in place of the limit; straight lines join its points
  double fastest = std::numeric_limits<double>::infinity();  ///< of a position motor: largest speed [m/s, rad/s]

  /// What is wanted at a time.
  double wantedAt(double time) const;
  /// The largest force or torque then [N, N m].
  double limitAt(double time) const;
};

/// Two bodies, or one and the world, with a frame in each that the joint brings together. Hinges turn about the frames'
/// z and prismatic joints slide along it; distance joints and actuators are between the frames' origins.
struct Joint {
  std::string name;
  JointKind kind = JointKind::hinge;
  std::uint32_t a = kFixedInWorld;  ///< index of a body, or the world
  std::uint32_t b = kFixedInWorld;
  Pose frameA;              ///< in a
  Pose frameB;              ///< in b
  double compliance = 0.0;  ///< m/N; of angular rows rad/(N m)
  double damping = 0.0;     ///< s: time in which an error of the constraint dies out; at least two steps
  bool hasRange = false;
  double least = 0.0;  ///< of the coordinate: m or rad
  double most = 0.0;
  Motor motor;

  double coordinate = 0.0;        ///< m or rad, angles counted on beyond a turn
  double restLength = 0.0;        ///< of a distance joint [m]
  double motorImpulse = 0.0;      ///< of the last substep: the start of the next solve [N s, N m s]
  double rangeImpulse = 0.0;      ///< likewise; positive where the lower end holds
  Vec3 lastForce = Vec3::Zero();  ///< N, on b in the last substep: what stiffens the bodies' turning

  // results of the last step
  double rate = 0.0;           ///< of the coordinate [m/s, rad/s]
  Vec3 force = Vec3::Zero();   ///< N, on b, mean over the step, motor and range included
  Vec3 torque = Vec3::Zero();  ///< N m, on b about the joint's point in b
  double motorForce = 0.0;     ///< N or N m along the coordinate
  double power = 0.0;          ///< W, by the motor
};

/// Whether a kind of joint has a coordinate that a motor or a range can act on, and whether that is an angle.
constexpr bool hasCoordinate(JointKind kind) {
  return kind != JointKind::ball && kind != JointKind::lock && kind != JointKind::distance;
}
constexpr bool isAngle(JointKind kind) { return kind == JointKind::hinge; }

/// A point of one body's shape against a feature of another's.
struct BodyContactKey {
  std::uint64_t a = 0;  ///< body, shape and point: see bodyContactKey()
  std::uint64_t b = 0;  ///< body, shape and feature
  auto operator<=>(const BodyContactKey&) const = default;
};

struct BodyContact {
  BodyContactKey key;
  Vec3 impulse = Vec3::Zero();  ///< of the last substep, on b, in the world [N s]
};

}  // namespace scree
