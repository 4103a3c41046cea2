#pragma once

#include <vector>

#include "engine/multibody/machine_solver.h"
#include "engine/world/world.h"

// Rows of joints between bodies.
namespace scree {

/// Pose and motion of a body, or of the world, at the start of a substep.
struct BodySide {
  int dynamic = kNoBody6;        ///< number in the machine; kNoBody6: the body moves as prescribed
  Pose pose;                     ///< of the body
  Vec3 centre = Vec3::Zero();    ///< point that `velocity` is of: the centre of mass of a dynamic body [m]
  Vec3 velocity = Vec3::Zero();  ///< m/s
  Vec3 angularVelocity = Vec3::Zero();
};

enum class JointPart : std::uint8_t { hold, motor, range };

struct JointRow {
  MachineRow row;
  std::uint32_t joint = 0;
  JointPart part = JointPart::hold;
};

/// Coordinate of a joint (for an angle the one nearest to `joint.coordinate`) and the row of its rate.
struct JointState {
  double coordinate = 0.0;  ///< m or rad
  double rate = 0.0;        ///< m/s or rad/s
  MachineRow rateRow;       ///< J and drift
};
JointState stateOf(const Joint& joint, const BodySide& a, const BodySide& b);

/// Appends the rows of a joint for the substep [time, time + dt]: those that hold it (SPOOK for position constraints,
/// METHOD.md 11.2, with -g in place of δ and compliance ε: Σ = 4 Υ ε/Δt²), then those of its motor and its range.
void appendJointRows(const Joint& joint, std::uint32_t index, const BodySide& a, const BodySide& b, double time,
                     double dt, std::vector<JointRow>& rows);

/// Impulse of a force motor along the coordinate [N s, N m s]; 0 for others.
double forceImpulse(const Joint& joint, double time, double dt);

}  // namespace scree
