#include "engine/aggregates/membership.h"

#include <algorithm>

#include "engine/base/erase_places.h"
#include "engine/world/placement.h"

namespace scree {

namespace {

/// Adds a member's share of the sums, or takes it away again.
void addToSums(Aggregate& aggregate, const World& world, std::uint32_t slot, double sign) {
  const double mass = sign * world.particles.mass[slot];
  const Vec3& x = world.reduction.members[slot].local;
  aggregate.inertia.mass += mass;
  aggregate.inertia.firstMoment += mass * x;
  aggregate.inertia.secondMoment += mass * x * x.transpose();
  aggregate.inertia.spinInertia += sign * world.particles.inertia(slot);
  if (aggregate.members == 0) {
    // The sums of no members are zero; rounding left a rest.
    aggregate.inertia.mass = 0.0;
    aggregate.inertia.firstMoment.setZero();
    aggregate.inertia.secondMoment.setZero();
    aggregate.inertia.spinInertia = 0.0;
  }
}

KeptLoad& loadOn(Aggregate& aggregate, const std::vector<Body>& bodies, std::uint32_t body) {
  auto at = std::lower_bound(aggregate.load.byBody.begin(), aggregate.load.byBody.end(), body,
                             [](const KeptLoad& load, std::uint32_t b) { return load.body < b; });
  if (at == aggregate.load.byBody.end() || at->body != body) {
    at = aggregate.load.byBody.insert(at, KeptLoad{.body = body});
    at->velocity = bodies[body].velocity;
    at->angularVelocity = bodies[body].angularVelocity;
  }
  return *at;
}

void addToLoads(World& world, const KeptContact& contact, double sign) {
  const Membership& member = world.reduction.members[contact.a];
  Aggregate& aggregate = world.reduction.aggregates[world.reduction.aggregate[contact.a]];
  aggregate.load.elastic += sign * double{contact.energy};
  aggregate.load.cohesive += sign * double{contact.cohesive};
  if (contact.b != kNoParticle) {
    return;
  }
  KeptLoad& load = loadOn(aggregate, world.bodies, contact.key.body());
  const Vec3 normal = vectorOf(contact.normal);
  const Vec3 force = contact.netForce() * normal + vectorOf(contact.tangentialForce);
  const Vec3 point = member.local + world.particles.radius[contact.a] * normal;
  load.contacts += sign > 0.0 ? 1 : std::size_t{0} - 1;
  load.force += sign * force;
  load.torque += sign * (point.cross(force) + vectorOf(contact.torque));
  load.push += sign * contact.netForce();
  if (load.contacts == 0) {
    aggregate.load.byBody.erase(aggregate.load.byBody.begin() + (&load - aggregate.load.byBody.data()));
  }
}

/// Where a particle joins: of a belt or a body that has left the periodic box on its way, as if it were still in it, so
/// that an aggregate does not grow by the way of its carrier. A floating one's frame is in the box.
Vec3 joiningPlace(const World& world, const Aggregate& aggregate, std::uint32_t slot) {
  const Vec3& place = world.particles.position[slot];
  if (!world.periodic.isOn() || aggregate.carrier == Carrier::ground || aggregate.floats()) {
    return place;
  }
  const Vec3& origin = aggregate.frame.pose.position;
  return place - world.periodic.shiftInto(origin);
}

/// New slots of `count` particles when `slots`, which ascend, are taken out; kNoParticle for those.
std::vector<std::uint32_t> slotsWithout(std::span<const std::size_t> slots, std::size_t count) {
  std::vector<std::uint32_t> newSlot(count);
  std::size_t begin = 0;
  std::uint32_t next = 0;
  for (std::size_t i = 0; i <= slots.size(); ++i) {
    const std::size_t end = i < slots.size() ? slots[i] : count;
    for (std::size_t slot = begin; slot < end; ++slot) {
      newSlot[slot] = next++;
    }
    if (end < count) {
      newSlot[end] = kNoParticle;
    }
    begin = end + 1;
  }
  return newSlot;
}

/// Renumbers a list of slots, and drops slots of particles that were taken out.
void renumber(const std::vector<std::uint32_t>& newSlot, std::vector<std::uint32_t>& slots) {
  for (std::uint32_t& slot : slots) {
    slot = newSlot[slot];
  }
  slots.erase(std::remove(slots.begin(), slots.end(), kNoParticle), slots.end());
}

}  // namespace

void fitMembers(World& world) {
  if (world.reduction.members.size() < world.particles.size()) {
    world.reduction.members.resize(world.particles.size());
    world.reduction.aggregate.resize(world.particles.size(), kFree);
    world.reduction.kept.fit(world.particles.size());
  }
}

void join(World& world, std::uint32_t slot, std::uint32_t index) {
  Aggregate& aggregate = world.reduction.aggregates[index];
  Membership& member = world.reduction.members[slot];
  Particles& particles = world.particles;
  world.reduction.aggregate[slot] = index;
  member.local = aggregate.frame.pose.toLocal(joiningPlace(world, aggregate, slot));
  member.turn = aggregate.frame.pose.orientation.conjugate() * particles.orientation[slot];
  member.changed = world.step;
  aggregate.bounds.largestRadius = std::max(aggregate.bounds.largestRadius, particles.radius[slot]);
  aggregate.bounds.extent = std::max(aggregate.bounds.extent, member.local.norm());
  ++aggregate.members;
  ++world.reduction.memberCount;
  addToSums(aggregate, world, slot, 1.0);
  aggregate.cells.add(slot, member.local, particles.radius[slot]);
  placeMember(world, slot);
}

void leave(World& world, std::uint32_t slot) {
  Membership& member = world.reduction.members[slot];
  Aggregate& aggregate = world.reduction.aggregates[world.reduction.aggregate[slot]];
  placeMember(world, slot);
  --aggregate.members;
  --world.reduction.memberCount;
  addToSums(aggregate, world, slot, -1.0);
  aggregate.cells.remove(slot, member.local);
  world.reduction.aggregate[slot] = kFree;
  member.level = 0;
  member.drift = {};
  member.changed = world.step;
  member.auditDue = kNoStep;
}

void resizeMember(World& world, std::uint32_t slot, double mass, double radius) {
  Particles& particles = world.particles;
  Aggregate& aggregate = world.reduction.aggregates[world.reduction.aggregate[slot]];
  const Vec3& local = world.reduction.members[slot].local;
  addToSums(aggregate, world, slot, -1.0);
  if (radius != particles.radius[slot]) {
    aggregate.cells.remove(slot, local);
    particles.radius[slot] = radius;
    aggregate.cells.add(slot, local, radius);
    aggregate.bounds.largestRadius = std::max(aggregate.bounds.largestRadius, radius);
  }
  particles.mass[slot] = mass;
  addToSums(aggregate, world, slot, 1.0);
}

void keepContact(World& world, const KeptContact& contact) {
  world.reduction.kept.add(contact);
  addToLoads(world, contact, 1.0);
}

void changeKeptForces(World& world, std::uint32_t place, double normalForce, const Vec3& tangentialForce,
                      const Vec3& torque) {
  KeptContacts& kept = world.reduction.kept;
  if (kept.at(place).b != kNoParticle) {
    kept.setForces(place, normalForce, tangentialForce, torque);
    return;
  }
  addToLoads(world, kept.at(place), -1.0);
  kept.setForces(place, normalForce, tangentialForce, torque);
  addToLoads(world, kept.at(place), 1.0);
}

void dropContact(World& world, const KeptContact& contact) { addToLoads(world, contact, -1.0); }

void removeParticles(World& world, std::span<const std::size_t> slots) {
  Reduction& reduction = world.reduction;
  if (!reduction.members.empty()) {
    fitMembers(world);
    for (const std::size_t place : slots) {
      const auto slot = static_cast<std::uint32_t>(place);
      if (!reduction.isFree(slot)) {
        reduction.kept.removeOf(slot, [&](const KeptContact& contact) {
          dropContact(world, contact);
          if (contact.b != kNoParticle) {
            reduction.strained.push_back(contact.other(slot));
          }
        });
        leave(world, slot);
      }
    }
    const std::vector<std::uint32_t> newSlot = slotsWithout(slots, world.particles.size());
    erasePlaces(slots, reduction.members);
    erasePlaces(slots, reduction.aggregate);
    renumber(newSlot, reduction.quarantined);
    renumber(newSlot, reduction.strained);
    reduction.kept.renumber(newSlot, reduction.members.size());
    for (Aggregate& aggregate : reduction.aggregates) {
      aggregate.cells.renumber(newSlot);
    }
  }
  world.particles.remove(slots);
}

RigidSums sumsOf(const Aggregate& aggregate, const Vec3& velocity, const Vec3& angularVelocity) {
  const Mat3 turn = aggregate.frame.pose.orientation.toRotationMatrix();
  const Vec3 arm = turn * aggregate.inertia.firstMoment;
  const Mat3 spread = turn * aggregate.inertia.secondMoment * turn.transpose();
  const Mat3 inertia = (spread.trace() + aggregate.inertia.spinInertia) * Mat3::Identity() -
                       spread;  // of the members, about the frame's origin
  RigidSums sums;
  sums.momentum = aggregate.inertia.mass * velocity + angularVelocity.cross(arm);
  const Vec3 spin = inertia * angularVelocity;
  sums.angularMomentum = arm.cross(velocity) + spin + aggregate.frame.pose.position.cross(sums.momentum);
  sums.kinetic = 0.5 * aggregate.inertia.mass * velocity.squaredNorm() + velocity.dot(angularVelocity.cross(arm)) +
                 0.5 * angularVelocity.dot(spin);
  sums.moment = aggregate.inertia.mass * aggregate.frame.pose.position + arm;
  return sums;
}

}  // namespace scree
