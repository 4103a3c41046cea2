#pragma once

#include <string>
#include <variant>
#include <vector>

#include "engine/geometry/shapes.h"
#include "engine/world/course.h"

// Bodies that carry shapes: at rest, moved as prescribed, or moved by the forces on them.
namespace scree {

/// A speed as a function of time: zero before `start` and after `stop`, rising linearly over `ramp` seconds to `value`;
/// or, with a course, the value times that.
struct SpeedProfile {
  double value = 0.0;   ///< m/s or rad/s
  double start = 0.0;   ///< s
  double stop = 1e300;  ///< s
  double ramp = 0.0;    ///< s
  Course course = {};   ///< shares of the value over time; start, stop and ramp do not count then
  bool smooth = false;  ///< curves join the points of the course, not straight lines

  /// Mean over [t, t + dt]: the integral is exact, so that a kinematic body arrives where it should for any step.
  double mean(double t, double dt) const;
};

/// Moves the body along a fixed world direction.
struct Translation {
  Vec3 direction = Vec3::UnitZ();
};

/// Turns the body about a fixed world axis.
struct Rotation {
  Vec3 point = Vec3::Zero();
  Vec3 axis = Vec3::UnitZ();
};

/// Moves the surface of one shape, not the body (a belt); `direction` in the shape's frame.
struct SurfaceMotion {
  std::uint32_t shape = 0;
  Vec3 direction = Vec3::UnitX();
};

struct Drive {
  std::variant<Translation, Rotation, SurfaceMotion> motion;
  SpeedProfile speed;
};

/// What the particles did to a body in the last step.
struct Reaction {
  Vec3 force = Vec3::Zero();   ///< N, on the body, mean over the step
  Vec3 torque = Vec3::Zero();  ///< N m, about the body's position
  double power = 0.0;          ///< W, done by the body on the particles, moving surfaces included

  Reaction& operator+=(const Reaction& other) {
    force += other.force;
    torque += other.torque;
    power += other.power;
    return *this;
  }
};
inline Reaction operator*(double scale, const Reaction& r) {
  return {.force = scale * r.force, .torque = scale * r.torque, .power = scale * r.power};
}

/// What a body that forces move weighs.
struct BodyMass {
  double mass = 0.0;            ///< kg; 0: forces do not move the body
  Vec3 centre = Vec3::Zero();   ///< of mass, in the body's frame [m]
  Mat3 inertia = Mat3::Zero();  ///< about the centre, along the body's axes [kg m²]
};

struct Body {
  std::string name;
  Pose pose;
  Vec3 velocity = Vec3::Zero();         ///< of the body's position, m/s, constant over a step
  Vec3 angularVelocity = Vec3::Zero();  ///< rad/s
  std::vector<ShapeInstance> shapes;
  std::vector<Drive> drives;
  BodyMass mass;
  Reaction reaction;

  /// Moved by forces: contacts, joints and gravity. Its velocities are its state.
  bool isDynamic() const { return mass.mass > 0.0; }
  bool isStatic() const { return drives.empty() && !isDynamic(); }
  /// Velocity of the material point of the body at world point `p`.
  Vec3 velocityAt(const Vec3& p) const { return velocity + angularVelocity.cross(p - pose.position); }
};

/// The poses of bodies, in their order.
std::vector<Pose> posesOf(const std::vector<Body>& bodies);

/// Sets velocities and surface velocities from the drives for the step [t, t + dt]; of a dynamic body only the latter.
void applyDrives(Body& body, double t, double dt);
/// A pose of the body moved by its velocities over dt.
Pose movedPose(const Body& body, const Pose& pose, double dt);
/// Moves the body by its velocities over dt.
void moveBody(Body& body, double dt);

}  // namespace scree
