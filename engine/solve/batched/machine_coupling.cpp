#include "engine/solve/batched/machine_coupling.h"

#include <algorithm>

#include "engine/aggregates/carriers.h"
#include "engine/aggregates/floating.h"
#include "engine/base/base_constants.h"
#include "engine/solve/batched/lanes.h"
#include "engine/world/placement.h"

namespace scree {

namespace {

Mat3 crossMatrix(const Vec3& v) {
  Mat3 m;
  m << 0.0, -v.z(), v.y(), v.z(), 0.0, -v.x(), -v.y(), v.x(), 0.0;
  return m;
}

/// Inverse mass of the copy that answers a unit impulse at an arm as the body does: the kernels' copy answers along the
/// normal by its inverse mass, across it by kSlidingLightness times as much, its spin included.
double pointMobility(const Mat6& mobility, const Vec3& arm, const Vec3& normal) {
  Eigen::Matrix<double, 3, 6> toPoint;
  toPoint << Mat3::Identity(), -crossMatrix(arm);
  const Mat3 point = toPoint * mobility * toPoint.transpose();
  return std::max({0.0, normal.dot(point * normal), point.trace() / kSlidingLightness});
}

/// pointMobility() of a body without joints: its mobility has no part between moving and turning.
double loneMobility(const Mat6& mobility, const Vec3& arm, const Vec3& normal) {
  const double linear = mobility(0, 0);
  const Mat3 angular = mobility.bottomRightCorner<3, 3>();
  const Vec3 about = arm.cross(normal);
  const double turning = arm.squaredNorm() * angular.trace() - arm.dot(angular * arm);
  return std::max({0.0, linear + about.dot(angular * about), (3.0 * linear + turning) / kSlidingLightness});
}

/// Contact of a coupled one: with a surface as it is in the substep, with a member as it was found.
const Contact& contactOf(const ContactList& list, const BatchedWork& batched, const CoupledContact& coupled) {
  if (!coupled.isMember) {
    return batched.problem.surfaceAt(coupled.row).contact;
  }
  return list.contacts[batched.problem.slabs[coupled.slab].sources[coupled.batch].contact.of[coupled.lane]];
}

Vec3 pointOf(const World& world, const ContactList& list, const BatchedWork& batched, const CoupledContact& coupled) {
  const Contact& contact = contactOf(list, batched, coupled);
  const Batch& batch = batched.problem.slabs[coupled.slab].batches[coupled.batch];
  const BodyMotion& motion = batched.problem.motion[batch.a.of[coupled.lane] / kRowFloats];
  const double share = coupled.isMember ? double{batch.share.of[coupled.lane]} : 1.0;
  const Vec3 shift = coupled.isMember ? shiftToMember(world, contact.a, contact.b) : Vec3::Zero();
  return world.particles.position[contact.a] + motion.shift + share * motion.radius * contact.normal + shift;
}

/// Motors that move as they want to: their forces stay within the limits.
std::vector<int> heldRows(const Machine& machine) {
  std::vector<int> held;
  for (std::size_t i = 0; i < machine.joints.size(); ++i) {
    const MachineRow& row = machine.solver.rows()[i];
    if (machine.joints[i].part == JointPart::motor && row.lambda > row.lower && row.lambda < row.upper) {
      held.push_back(static_cast<int>(i));
    }
  }
  return held;
}

}  // namespace

void listCoupled(const World& world, const ContactList& list, BatchedWork& batched) {
  CouplingData& coupling = batched.coupling;
  BatchedProblem& problem = batched.problem;
  coupling.contacts.clear();
  coupling.lightness.assign(problem.rows.size(), 0.0F);
  for (std::uint32_t s = 0; s < problem.slabs.size(); ++s) {
    const Slab& slab = problem.slabs[s];
    for (std::uint32_t b = 0; b < slab.batches.size(); ++b) {
      const BatchSource& source = slab.sources[b];
      for (std::uint32_t lane = 0; (source.surface || source.member) && lane < kLanes; ++lane) {
        const std::uint32_t index = source.contact.of[lane];
        const auto body = index == kNoContact ? std::nullopt : moverOf(world, list.contacts[index]);
        if (!body) {
          continue;
        }
        const Contact& contact = list.contacts[index];
        const bool isMember = contact.key.isMember();
        coupling.contacts.push_back({.slab = s,
                                     .batch = b,
                                     .lane = lane,
                                     .part = static_cast<std::uint32_t>(coupling.machine.partOf[*body]),
                                     .row = slab.batches[b].b.of[lane] / kRowFloats,
                                     .radius = world.particles.radius[isMember ? contact.b : contact.a],
                                     .isMember = isMember});
      }
    }
  }
}

void setCoupledLightness(const World& world, const ContactList& list, BatchedWork& batched) {
  CouplingData& coupling = batched.coupling;
  const Machine& machine = coupling.machine;
  std::vector<double> counts(machine.parts.size(), 0.0);
  for (const CoupledContact& contact : coupling.contacts) {
    counts[contact.part] += 1.0;
  }
  const auto all = static_cast<double>(coupling.contacts.size());
  const std::vector<int> held = heldRows(machine);
  const bool areLone = machine.solver.rows().empty();
  std::vector<Mat6> jointed(machine.parts.size(), Mat6::Zero());
  for (std::size_t i = 0; i < machine.parts.size() && !areLone; ++i) {
    if (counts[i] > 0.0) {
      jointed[i] = machine.solver.mobility(static_cast<int>(i), held);
    }
  }
  for (const CoupledContact& contact : coupling.contacts) {
    const Vec3 centre = machine.sides[machine.parts[contact.part].body].centre;
    const Vec3 arm = pointOf(world, list, batched, contact) - centre;
    // Joints only hold bodies back, but what they pass on to other parts their contacts feel too.
    const Mat6& alone = machine.solver.inverseMasses()[contact.part];
    const Vec3& normal = contactOf(list, batched, contact).normal;
    double least = counts[contact.part] * loneMobility(alone, arm, normal);
    // The kernels' spin answers kSpinLightness/r² times as much.
    double spin = counts[contact.part] * alone.bottomRightCorner<3, 3>().trace();
    if (!areLone) {
      const Mat6& joined = jointed[contact.part];
      least = std::min(least, all * pointMobility(joined, arm, normal));
      spin = std::min(spin, all * std::max(0.0, joined.bottomRightCorner<3, 3>().trace()));
    }
    coupling.lightness[contact.row] =
        static_cast<float>(std::max(least, spin * contact.radius * contact.radius / kSpinLightness));
  }
}

namespace {

void placeOnSurface(const World& world, const MachinePart& part, const Contact& found, CoupledContact& contact,
                    BatchedWork& batched) {
  const Body& body = world.bodies[part.body];
  const ShapeInstance& shape = body.shapes[found.key.shape()];
  const Vec3 belt = body.pose.orientation * (shape.local.orientation * shape.surfaceVelocity);
  contact.belt = belt - found.normal.dot(belt) * found.normal;
  SurfaceContact& surface = batched.problem.surfaceAt(contact.row).motion;
  surface.velocity = part.before.head<3>() + part.before.tail<3>().cross(contact.arm) + contact.belt;
  surface.spin = part.before.tail<3>();
}

void placeOnMember(const World& world, const CarrierMotion& carrier, const Vec3& point, const Vec3& centre,
                   const Contact& found, CoupledContact& contact, ContactList& list) {
  contact.lever = carrier.pose.toWorld(world.reduction.members[found.b].local) - centre;
  list.surfaces[found.surface] = {.velocity = carrier.velocityAt(point), .spin = carrier.angularVelocity};
}

}  // namespace

void placeCoupled(const World& world, std::vector<CarrierMotion>& carriers, ContactList& list, BatchedWork& batched) {
  CouplingData& coupling = batched.coupling;
  for (std::size_t i = 0; i < carriers.size(); ++i) {
    if (const auto mover = moverOf(world, static_cast<std::uint32_t>(i))) {
      const BodySide& side = coupling.machine.sides[*mover];
      carriers[i] = {.pose = side.pose,
                     .velocity = side.velocity + side.angularVelocity.cross(side.pose.position - side.centre),
                     .angularVelocity = side.angularVelocity};
    }
  }
  for (CoupledContact& contact : coupling.contacts) {
    const MachinePart& part = coupling.machine.parts[contact.part];
    const Vec3 point = pointOf(world, list, batched, contact);
    const Contact& found = contactOf(list, batched, contact);
    const Vec3& centre = coupling.machine.sides[part.body].centre;
    contact.arm = point - centre;
    if (contact.isMember) {
      placeOnMember(world, carriers[world.reduction.aggregate[found.b]], point, centre, found, contact, list);
    } else {
      placeOnSurface(world, part, found, contact, batched);
    }
  }
}

void followMachine(BatchedWork& batched) {
  CouplingData& coupling = batched.coupling;
  for (const CoupledContact& contact : coupling.contacts) {
    const Vec6& v = coupling.machine.parts[contact.part].velocity;
    const Vec3 spin = contact.radius * v.tail<3>();
    Vec3 velocity = v.head<3>();
    if (contact.isMember) {
      velocity += v.tail<3>().cross(contact.lever);
    } else {
      // The row's spin is at the particle's lever: see the solver's surfaces.
      const Vec3 normal = lane3(batched.problem.slabs[contact.slab].batches[contact.batch].normal, contact.lane);
      velocity += v.tail<3>().cross(contact.arm) + contact.belt + spin.cross(normal);
    }
    BodyRow& row = batched.problem.rows[contact.row];
    row.vx = static_cast<float>(velocity.x());
    row.vy = static_cast<float>(velocity.y());
    row.vz = static_cast<float>(velocity.z());
    row.wx = static_cast<float>(spin.x());
    row.wy = static_cast<float>(spin.y());
    row.wz = static_cast<float>(spin.z());
  }
}

void collectCoupled(BatchedWork& batched) {
  CouplingData& coupling = batched.coupling;
  coupling.impulses.assign(coupling.machine.parts.size(), Reaction{});
  for (const CoupledContact& contact : coupling.contacts) {
    const Slab& slab = batched.problem.slabs[contact.slab];
    const Batch& batch = slab.batches[contact.batch];
    const double attracted = slab.pulls.empty() ? 0.0 : double{slab.pulls[contact.batch].impulse.of[contact.lane]};
    if (batch.lambdaNormal.of[contact.lane] == 0.0F && attracted == 0.0) {
      continue;
    }
    const Vec3 impulse = (double{batch.lambdaNormal.of[contact.lane]} - attracted) * lane3(batch.normal, contact.lane) +
                         lane3(batch.lambdaTangential, contact.lane);
    Reaction& on = coupling.impulses[contact.part];
    on.force += impulse;
    on.torque += contact.arm.cross(impulse) + lane3(batch.lambdaSpin, contact.lane);
  }
}

}  // namespace scree
