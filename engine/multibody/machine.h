#pragma once

#include <vector>

#include "engine/multibody/body_contacts.h"

// The dynamic bodies of a world through one substep: rows are made from their poses, velocities are solved for whenever
// the particles' impulses on them change, then the bodies move.
namespace scree {

/// A dynamic body in a substep.
struct MachinePart {
  std::uint32_t body = 0;
  double mass = 0.0;                 ///< mass with riders [kg]
  Mat3 inertia = Mat3::Zero();       ///< in the world, about the centre [kg m²]
  Vec6 before = Vec6::Zero();        ///< velocities of the centre at the start of the substep
  Vec6 free = Vec6::Zero();          ///< velocities with gravity, gyroscopic torque and force motors, without rows
  Vec6 velocity = Vec6::Zero();      ///< the solution
  Vec3 spinMomentum = Vec3::Zero();  ///< angular momentum about the centre at the start [kg m²/s]
  Vec3 turning = Vec3::Zero();       ///< angular velocity of the free turning through the substep [rad/s]
  Mat3 resistance =
      Mat3::Zero();  ///< added inertia against turning, where joints pull harder than the substep can follow [kg m²]
};

/// Impulse and work of the user's hand on a body in the step so far.
struct HandWork {
  Vec3 impulse = Vec3::Zero();  ///< N s
  double work = 0.0;            ///< J
};

/// Working storage; nothing in it is state.
struct Machine {
  std::vector<MachinePart> parts;
  std::vector<int> partOf;         ///< number of each body's part, or kNoBody6
  std::vector<BodySide> sides;     ///< one a body, and the world last
  std::vector<JointRow> joints;    ///< rows of the joints, and of the user's hand, the first in the solver
  std::vector<BodyTouch> touches;  ///< touches of bodies, three rows each, after the joints
  MachineSolver solver;
  HandWork hand;

  bool isEmpty() const { return parts.empty(); }
};

/// Makes the rows of the substep [time, time + dt] [s] for the poses and velocities in `bodies`; masses are those of
/// the world with riders. Call it once a substep, before solveMachine().
void beginMachine(const World& world, const std::vector<Body>& bodies, double time, double dt, Machine& machine);

/// Solves for MachinePart::velocity under the impulses [N s] and angular impulses about the centres [N m s] that
/// particles gave since the start of the substep, one a part. May be called again with other impulses.
void solveMachine(std::span<const Reaction> impulses, Machine& machine);

/// Sets Machine::sides and MachinePart::before from the bodies, without rows.
void placeMachine(const std::vector<Body>& bodies, Machine& machine);

/// Sets the velocities of the parts after impulses alone, without joints: for the impact stage.
void pushMachine(std::span<const Reaction> impulses, Machine& machine);
/// Takes the velocities that pushMachine() left as those at the start of the substep.
void acceptPush(const Machine& machine, std::vector<Body>& bodies);

/// Moves `bodies` by their solved velocities over dt [s]. Books in the world the forces of joints and of the user's
/// hand, as means over the whole step, and the contacts of bodies.
void endMachine(double time, double dt, Machine& machine, std::vector<Body>& bodies, World& world);

/// Sets every joint's coordinate and rate from where the bodies are.
void measureJoints(const std::vector<Body>& bodies, std::vector<Joint>& joints);

/// Energy of the dynamic bodies [J].
struct MachineEnergy {
  double kinetic = 0.0;
  double potential = 0.0;  ///< of gravity, zero at the origin
};
MachineEnergy machineEnergy(const std::vector<Body>& bodies, const Vec3& gravity);

}  // namespace scree
