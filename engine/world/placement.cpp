#include "engine/world/placement.h"

namespace scree {

Vec3 placeOf(const World& world, std::uint32_t slot) {
  const Reduction& reduction = world.reduction;
  return reduction.aggregates[reduction.aggregate[slot]].frame.pose.toWorld(reduction.members[slot].local);
}

Vec3 positionOf(const World& world, std::uint32_t slot) {
  return world.reduction.isFree(slot) ? world.particles.position[slot] : placeOf(world, slot);
}

GrainMotion motionOf(const World& world, std::uint32_t slot) {
  const Reduction& reduction = world.reduction;
  if (reduction.isFree(slot) || reduction.aggregates[reduction.aggregate[slot]].carrier == Carrier::ground) {
    return {world.particles.velocity[slot], world.particles.angularVelocity[slot]};
  }
  const AggregateFrame& frame = reduction.aggregates[reduction.aggregate[slot]].frame;
  const Vec3 arm = frame.pose.orientation * reduction.members[slot].local;
  return {frame.velocity + frame.angularVelocity.cross(arm), frame.angularVelocity};
}

namespace {

void place(const Reduction& reduction, std::uint32_t slot, Particles& particles) {
  const Membership& member = reduction.members[slot];
  const Aggregate& aggregate = reduction.aggregates[reduction.aggregate[slot]];
  const Vec3 arm = aggregate.frame.pose.orientation * member.local;
  particles.position[slot] = aggregate.frame.pose.position + arm;
  particles.orientation[slot] = aggregate.frame.pose.orientation * member.turn;
  particles.velocity[slot] = aggregate.frame.velocity + aggregate.frame.angularVelocity.cross(arm);
  particles.angularVelocity[slot] = aggregate.frame.angularVelocity;
}

void placeAll(const Reduction& reduction, Particles& particles) {
  for (std::uint32_t slot = 0; reduction.memberCount > 0 && slot < reduction.aggregate.size(); ++slot) {
    const std::uint32_t index = reduction.aggregate[slot];
    if (index != kFree && reduction.aggregates[index].carrier != Carrier::ground) {
      place(reduction, slot, particles);
    }
  }
}

}  // namespace

void placeMember(World& world, std::uint32_t slot) { place(world.reduction, slot, world.particles); }

void placeMembers(World& world) { placeAll(world.reduction, world.particles); }

Particles placedParticles(const World& world) {
  Particles particles = world.particles;
  placeAll(world.reduction, particles);
  return particles;
}

}  // namespace scree
