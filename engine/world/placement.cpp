#include "engine/world/placement.h"

#include <algorithm>

namespace scree {

std::optional<std::uint32_t> slotOf(const World& world, ParticleId id) {
  const std::vector<ParticleId>& ids = world.particles.id;
  const auto at = std::ranges::lower_bound(ids, id);
  return at != ids.end() && *at == id ? std::optional(static_cast<std::uint32_t>(at - ids.begin())) : std::nullopt;
}

Vec3 placeOf(const World& world, std::uint32_t slot) {
  const Reduction& reduction = world.reduction;
  return reduction.aggregates[reduction.aggregate[slot]].frame.pose.toWorld(reduction.members[slot].local);
}

Vec3 positionOf(const World& world, std::uint32_t slot) {
  return world.reduction.isFree(slot) ? world.particles.position[slot] : world.periodic.wrapped(placeOf(world, slot));
}

Vec3 shiftToMember(const World& world, std::uint32_t free, std::uint32_t member) {
  if (!world.periodic.isOn()) {
    return Vec3::Zero();
  }
  return -world.periodic.shiftToNearest(placeOf(world, member) - world.particles.position[free]);
}

Bounds boundsOf(const Aggregate& aggregate) {
  const Bounds own = aggregate.cells.bounds();
  const Vec3 centre = aggregate.frame.pose.toWorld(0.5 * (own.lower + own.upper));
  const Vec3 half = aggregate.frame.pose.orientation.toRotationMatrix().cwiseAbs() * (0.5 * (own.upper - own.lower));
  return {centre - half, centre + half};
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

void place(const World& world, std::uint32_t slot, Particles& particles) {
  const Reduction& reduction = world.reduction;
  const Membership& member = reduction.members[slot];
  const Aggregate& aggregate = reduction.aggregates[reduction.aggregate[slot]];
  const Vec3 arm = aggregate.frame.pose.orientation * member.local;
  particles.position[slot] = world.periodic.wrapped(aggregate.frame.pose.position + arm);
  particles.orientation[slot] = aggregate.frame.pose.orientation * member.turn;
  particles.velocity[slot] = aggregate.frame.velocity + aggregate.frame.angularVelocity.cross(arm);
  particles.angularVelocity[slot] = aggregate.frame.angularVelocity;
}

void placeAll(const World& world, Particles& particles) {
  const Reduction& reduction = world.reduction;
  for (std::uint32_t slot = 0; reduction.memberCount > 0 && slot < reduction.aggregate.size(); ++slot) {
    const std::uint32_t index = reduction.aggregate[slot];
    if (index != kFree && reduction.aggregates[index].carrier != Carrier::ground) {
      place(world, slot, particles);
    }
  }
}

}  // namespace

void placeMember(World& world, std::uint32_t slot) { place(world, slot, world.particles); }

void placeMembers(World& world) { placeAll(world, world.particles); }

Particles placedParticles(const World& world) {
  Particles particles = world.particles;
  placeAll(world, particles);
  return particles;
}

}  // namespace scree
