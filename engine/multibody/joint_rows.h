#pragma once

#include <vector>

#include "engine/multibody/machine_solver.h"
#include "engine/world/world.h"

// What joints ask of the bodies they hold together, as rows.
namespace scree {

/// How a body, or the world, moves at the start of a substep, as joints see it.
struct BodySide {
  int dynamic = kNoBody6;        ///< its number in the machine; none: it moves as prescribed
  Pose pose;                     ///< of the body
  Vec3 centre = Vec3::Zero();    ///< what its velocity is of: the centre of mass of a dynamic body [m]
  Vec3 velocity = Vec3::Zero();  ///< m/s
  Vec3 angularVelocity = Vec3::Zero();
};

enum class JointPart : std::uint8_t { hold, motor, range };

struct JointRow {
  MachineRow row;
  std::uint32_t joint = 0;
  JointPart part = JointPart::hold;
};

/// Where a joint stands: its coordinate (nearest to `joint.coordinate` for an angle) and the row of its rate.
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
