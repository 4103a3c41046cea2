#pragma once

#include <vector>

#include "engine/multibody/body_contacts.h"

// The dynamic bodies of a world through one substep: rows are made from where they are, then their velocities are
// solved for as often as the particles' impulses on them change, then they move.
namespace scree {

/// A dynamic body in a substep.
struct MachinePart {
  std::uint32_t body = 0;
  double mass = 0.0;                 ///< kg, with what rides on it
  Mat3 inertia = Mat3::Zero();       ///< in the world, about the centre [kg m²]
  Vec6 before = Vec6::Zero();        ///< velocities of the centre at the start of the substep
  Vec6 free = Vec6::Zero();          ///< with gravity, gyroscopic torque and force motors
  Vec6 velocity = Vec6::Zero();      ///< the solution
  Vec3 spinMomentum = Vec3::Zero();  ///< angular momentum about the centre at the start [kg m²/s]
  Vec3 turning = Vec3::Zero();       ///< angular velocity that turns it freely through the substep [rad/s]
  Mat3 resistance = Mat3::Zero();    ///< to turning, where joints pull harder than the substep can follow [kg m²]
};

/// What the user's hand did to a body in a step so far.
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
  std::vector<BodyTouch> touches;  ///< three rows each, after them
  MachineSolver solver;
  HandWork hand;

  bool isEmpty() const { return parts.empty(); }
};

/// Makes rows for the substep [time, time + dt], all bodies being where `bodies` says: dynamic ones as in the world,
/// with the mass of what rides on them.
void beginMachine(const World& world, const std::vector<Body>& bodies, double time, double dt, Machine& machine);

/// Solves for the velocities of the parts under impulses [N s] and angular impulses about their centres [N m s], one
/// a part, that particles gave them since the start of the substep.
void solveMachine(std::span<const Reaction> impulses, Machine& machine);

/// Finds only where the bodies are and how they move, for machine.sides and the parts' `before`.
void placeMachine(const std::vector<Body>& bodies, Machine& machine);

/// Velocities of the parts after impulses alone, without joints: for the impact stage.
void pushMachine(std::span<const Reaction> impulses, Machine& machine);
/// Takes the velocities that pushMachine() left as those at the start of the substep.
void acceptPush(const Machine& machine, std::vector<Body>& bodies);

/// Moves `bodies` by their solved velocities over dt and books in the world the forces of joints and of the user's
/// hand, which are means over the whole step, and the contacts of bodies.
void endMachine(double time, double dt, Machine& machine, std::vector<Body>& bodies, World& world);

/// Sets every joint's coordinate and rate from where the bodies are.
void measureJoints(const std::vector<Body>& bodies, std::vector<Joint>& joints);

/// Of the dynamic bodies [J].
struct MachineEnergy {
  double kinetic = 0.0;
  double potential = 0.0;  ///< of gravity, zero at the origin
};
MachineEnergy machineEnergy(const std::vector<Body>& bodies, const Vec3& gravity);

}  // namespace scree
