#include "engine/multibody/machine.h"

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "engine/multibody/hand.h"
#include "engine/multibody/multibody_constants.h"

namespace scree {

namespace {

Mat3 worldInertia(const Body& body, const Quat& orientation) {
  const Mat3 turn = orientation.toRotationMatrix();
  return turn * body.mass.inertia * turn.transpose();
}

BodySide sideOf(const Body& body, int part) {
  const Vec3 centre = body.isDynamic() ? body.pose.toWorld(body.mass.centre) : body.pose.position;
  return {.dynamic = part,
          .pose = body.pose,
          .centre = centre,
          .velocity = body.velocityAt(centre),
          .angularVelocity = body.angularVelocity};
}

const BodySide& sideAt(const std::vector<BodySide>& sides, std::uint32_t body) {
  return body == kFixedInWorld ? sides.back() : sides[body];
}

std::vector<BodySide> sidesOf(const std::vector<Body>& bodies, std::vector<int>& partOf) {
  std::vector<BodySide> sides;
  partOf.clear();
  int parts = 0;
  for (const Body& body : bodies) {
    partOf.push_back(body.isDynamic() ? parts++ : kNoBody6);
    sides.push_back(sideOf(body, partOf.back()));
  }
  sides.emplace_back();
  return sides;
}

/// Velocities under gravity and without any torque. The angular momentum stays what it is while the inertia turns with
/// the body, so the angular velocity that turns it rightly to second order is that at half the way.
MachinePart partOf(const Body& body, std::uint32_t index, const BodySide& side, const Vec3& gravity, double dt) {
  MachinePart part;
  part.body = index;
  part.mass = body.mass.mass;
  part.inertia = worldInertia(body, body.pose.orientation);
  part.before = joined(side.velocity, side.angularVelocity);
  part.spinMomentum = part.inertia * side.angularVelocity;
  const Mat3 half = worldInertia(body, rotated(body.pose.orientation, side.angularVelocity, 0.5 * dt));
  part.turning = half.ldlt().solve(part.spinMomentum);
  part.free = joined(side.velocity + dt * gravity, part.turning);
  return part;
}

/// How the pull of the joints stiffens the turning of each body [N m/rad]: a force F at an arm r resists a turn by
/// K = -sym([F]x [r]x).
std::vector<Mat3> turningStiffness(const World& world, const Machine& machine) {
  std::vector<Mat3> stiffness(machine.parts.size(), Mat3::Zero());
  const auto add = [&](std::uint32_t body, const Vec3& local, const Vec3& force) {
    if (body == kFixedInWorld || machine.partOf[body] < 0) {
      return;
    }
    const Vec3 arm = machine.sides[body].pose.toWorld(local) - machine.sides[body].centre;
    // [F]x [r]x = r Fᵀ - (F·r) 1
    const Mat3 product = arm * force.transpose() - force.dot(arm) * Mat3::Identity();
    stiffness[static_cast<std::size_t>(machine.partOf[body])] -= 0.5 * (product + product.transpose());
  };
  for (const Joint& joint : world.joints) {
    add(joint.b, joint.frameB.position, joint.lastForce);
    add(joint.a, joint.frameA.position, -joint.lastForce);
  }
  return stiffness;
}

/// Light links under a heavy pull swing faster than the substep: their rows, whose directions stand still in it, would
/// feed energy in. Where Δt² K exceeds the inertia it is taken implicitly, as Tournier et al. (Stable constrained
/// dynamics, 2015) do, which damps such swings and leaves all others alone.
void resistTurning(const Mat3& stiffness, double dt, MachinePart& part) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<Mat3> modes(stiffness, part.inertia);
  for (int i = 0; i < 3; ++i) {
    const double excess = dt * dt * modes.eigenvalues()[i] - 1.0;
    if (excess > 0.0) {
      const Vec3 mode = part.inertia * modes.eigenvectors().col(i);
      part.resistance += (excess + 1.0) * mode * mode.transpose();
    }
  }
  part.free.tail<3>() = (part.inertia + part.resistance).ldlt().solve(part.inertia * part.free.tail<3>());
}

/// Adds an impulse along a row to the free velocities.
void push(const MachineRow& row, double impulse, std::vector<MachinePart>& parts) {
  const auto add = [&](int index, const Vec6& j) {
    if (index >= 0) {
      MachinePart& part = parts[static_cast<std::size_t>(index)];
      part.free += impulse * (inverseMassMatrix(part.mass, part.inertia + part.resistance) * j);
    }
  };
  add(row.a, row.ja);
  add(row.b, row.jb);
}

}  // namespace

void beginMachine(const World& world, const std::vector<Body>& bodies, double time, double dt, Machine& machine) {
  machine.sides = sidesOf(bodies, machine.partOf);
  machine.parts.clear();
  machine.joints.clear();
  machine.touches.clear();
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].isDynamic()) {
      machine.parts.push_back(partOf(bodies[i], i, machine.sides[i], world.parameters.gravity, dt));
    }
  }
  if (machine.isEmpty()) {
    return;
  }
  const std::vector<Mat3> stiffness = turningStiffness(world, machine);
  std::vector<Mat6> inverseMasses;
  for (std::size_t i = 0; i < machine.parts.size(); ++i) {
    MachinePart& part = machine.parts[i];
    resistTurning(stiffness[i], dt, part);
    inverseMasses.push_back(inverseMassMatrix(part.mass, part.inertia + part.resistance));
  }
  for (std::uint32_t i = 0; i < world.joints.size(); ++i) {
    const Joint& joint = world.joints[i];
    const BodySide& a = sideAt(machine.sides, joint.a);
    const BodySide& b = sideAt(machine.sides, joint.b);
    appendJointRows(joint, i, a, b, time, dt, machine.joints);
    if (const double impulse = forceImpulse(joint, time, dt); impulse != 0.0) {
      push(stateOf(joint, a, b).rateRow, impulse, machine.parts);
    }
  }
  if (const auto hand = handOn(world)) {
    appendJointRows(*hand, kHand, machine.sides.back(), machine.sides[hand->b], time, dt, machine.joints);
  }
  std::vector<MachineRow> rows;
  for (const JointRow& row : machine.joints) {
    rows.push_back(row.row);
  }
  findBodyTouches(world, bodies, multibody::kTouchMargin * dt, machine.touches);
  appendTouchRows(world, machine.touches, machine.sides, dt, rows);
  machine.solver.begin(std::move(inverseMasses), std::move(rows));
}

void placeMachine(const std::vector<Body>& bodies, Machine& machine) {
  machine.sides = sidesOf(bodies, machine.partOf);
  for (MachinePart& part : machine.parts) {
    const BodySide& side = machine.sides[part.body];
    part.before = joined(side.velocity, side.angularVelocity);
  }
}

void pushMachine(std::span<const Reaction> impulses, Machine& machine) {
  for (std::size_t i = 0; i < machine.parts.size(); ++i) {
    MachinePart& part = machine.parts[i];
    part.velocity = part.before + machine.solver.inverseMasses()[i] * joined(impulses[i].force, impulses[i].torque);
  }
}

void acceptPush(const Machine& machine, std::vector<Body>& bodies) {
  for (const MachinePart& part : machine.parts) {
    Body& body = bodies[part.body];
    body.angularVelocity = part.velocity.tail<3>();
    body.velocity = part.velocity.head<3>() - body.angularVelocity.cross(body.pose.orientation * body.mass.centre);
  }
}

void solveMachine(std::span<const Reaction> impulses, Machine& machine) {
  std::vector<Vec6> velocities;
  for (std::size_t i = 0; i < machine.parts.size(); ++i) {
    velocities.push_back(machine.parts[i].free +
                         machine.solver.inverseMasses()[i] * joined(impulses[i].force, impulses[i].torque));
  }
  machine.solver.solve(velocities);
  for (std::size_t i = 0; i < machine.parts.size(); ++i) {
    machine.parts[i].velocity = velocities[i];
  }
}

namespace {

void moveParts(double dt, const Machine& machine, std::vector<Body>& bodies) {
  for (const MachinePart& part : machine.parts) {
    Body& body = bodies[part.body];
    const Vec3 linear = part.velocity.head<3>();
    const Vec3 angular = part.velocity.tail<3>();
    const Vec3 centre = body.pose.toWorld(body.mass.centre) + dt * linear;
    // The impulses of joints and contacts, beyond the free turning, add to the angular momentum.
    const Vec3 momentum = part.inertia * angular + (part.spinMomentum - part.inertia * part.turning);
    body.pose.orientation = rotated(body.pose.orientation, angular, dt);
    body.pose.position = centre - body.pose.orientation * body.mass.centre;
    body.angularVelocity = worldInertia(body, body.pose.orientation).ldlt().solve(momentum);
    body.velocity = linear - body.angularVelocity.cross(body.pose.orientation * body.mass.centre);
  }
}

void bookJointRow(const JointRow& tag, const MachineRow& row, const Machine& machine, double dt, double stepTime,
                  std::vector<Joint>& joints) {
  Joint& joint = joints[tag.joint];
  const BodySide& b = sideAt(machine.sides, joint.b);
  const Vec3 force = row.lambda / stepTime * row.jb.head<3>();
  joint.force += force;
  const Vec3 arm = b.pose.toWorld(joint.frameB.position) - b.centre;
  joint.torque += row.lambda / stepTime * row.jb.tail<3>() - arm.cross(force);
  joint.lastForce += row.lambda / dt * row.jb.head<3>();
  // Power of prescribed bodies on the others through the joint.
  joint.power -= row.lambda / stepTime * row.drift;
  if (tag.part == JointPart::motor) {
    joint.motorImpulse = row.lambda;
  } else if (tag.part == JointPart::range) {
    // The row of the upper end looks the other way.
    joint.rangeImpulse = joint.most - joint.coordinate <= joint.coordinate - joint.least ? -row.lambda : row.lambda;
  }
}

void bookHandRow(const MachineRow& row, Machine& machine) {
  const MachinePart& part = machine.parts[static_cast<std::size_t>(row.b)];
  machine.hand.impulse += row.lambda * row.jb.head<3>();
  machine.hand.work += row.lambda * 0.5 * row.jb.dot(part.before + part.velocity);
}

void bookMotor(const Joint& before, double impulse, double stepTime, Joint& joint) {
  joint.motorForce += impulse / stepTime;
  joint.power += impulse / stepTime * 0.5 * (before.rate + joint.rate);
}

}  // namespace

void endMachine(double time, double dt, Machine& machine, std::vector<Body>& bodies, World& world) {
  const std::vector<MachineRow>& rows = machine.solver.rows();
  std::vector<Joint>& joints = world.joints;
  const double stepTime = world.parameters.timeStep;
  const std::vector<Joint> before = joints;
  for (Joint& joint : joints) {
    joint.lastForce.setZero();
  }
  for (std::size_t i = 0; i < machine.joints.size(); ++i) {
    if (machine.joints[i].joint == kHand) {
      bookHandRow(rows[i], machine);
    } else {
      bookJointRow(machine.joints[i], rows[i], machine, dt, stepTime, joints);
    }
  }
  if (world.pull && world.pull->grip) {
    world.pull->force = machine.hand.impulse / stepTime;
  }
  std::vector<BodyContact>& contacts = world.bodyContacts;
  contacts.clear();
  for (std::size_t i = 0; i < machine.touches.size(); ++i) {
    Vec3 impulse = Vec3::Zero();
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const MachineRow& row = rows[machine.joints.size() + 3 * i + axis];
      impulse += row.lambda * row.jb.head<3>();
    }
    if (!impulse.isZero(0.0)) {
      contacts.push_back({machine.touches[i].key, impulse});
    }
  }
  moveParts(dt, machine, bodies);
  measureJoints(bodies, joints);
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const Joint& joint = joints[i];
    const double impulse = joint.motor.kind == MotorKind::force ? forceImpulse(joint, time, dt) : joint.motorImpulse;
    if (joint.motor.kind != MotorKind::none) {
      bookMotor(before[i], impulse, stepTime, joints[i]);
    }
  }
}

void measureJoints(const std::vector<Body>& bodies, std::vector<Joint>& joints) {
  std::vector<int> parts;
  const std::vector<BodySide> sides = sidesOf(bodies, parts);
  for (Joint& joint : joints) {
    if (joint.kind == JointKind::ball || joint.kind == JointKind::lock) {
      continue;
    }
    const JointState state = stateOf(joint, sideAt(sides, joint.a), sideAt(sides, joint.b));
    joint.coordinate = state.coordinate;
    joint.rate = state.rate;
  }
}

MachineEnergy machineEnergy(const std::vector<Body>& bodies, const Vec3& gravity) {
  MachineEnergy energy;
  for (const Body& body : bodies) {
    if (body.isDynamic()) {
      const Vec3 centre = body.pose.toWorld(body.mass.centre);
      const Vec3& w = body.angularVelocity;
      energy.kinetic += 0.5 * body.mass.mass * body.velocityAt(centre).squaredNorm() +
                        0.5 * w.dot(worldInertia(body, body.pose.orientation) * w);
      energy.potential -= body.mass.mass * gravity.dot(centre);
    }
  }
  return energy;
}

}  // namespace scree
