#include "engine/world/placement.h"

namespace scree {

Vec3 placeOf(const World& world, std::uint32_t slot) {
  const Reduction& reduction = world.reduction;
  return reduction.aggregates[reduction.aggregate[slot]].frame.pose.toWorld(reduction.members[slot].local);
}

Vec3 positionOf(const World& world, std::uint32_t slot) {
  return world.reduction.isFree(slot) ? world.particles.position[slot] : placeOf(world, slot);
}

void placeMember(World& world, std::uint32_t slot) {
  const Membership& member = world.reduction.members[slot];
  const Aggregate& aggregate = world.reduction.aggregates[world.reduction.aggregate[slot]];
  Particles& particles = world.particles;
  const Vec3 arm = aggregate.frame.pose.orientation * member.local;
  particles.position[slot] = aggregate.frame.pose.position + arm;
  particles.orientation[slot] = aggregate.frame.pose.orientation * member.turn;
  particles.velocity[slot] = aggregate.frame.velocity + aggregate.frame.angularVelocity.cross(arm);
  particles.angularVelocity[slot] = aggregate.frame.angularVelocity;
}

void placeMembers(World& world) {
  const Reduction& reduction = world.reduction;
  for (std::uint32_t slot = 0; reduction.memberCount > 0 && slot < reduction.aggregate.size(); ++slot) {
    const std::uint32_t index = reduction.aggregate[slot];
    if (index != kFree && reduction.aggregates[index].carrier != Carrier::ground) {
      placeMember(world, slot);
    }
  }
}

}  // namespace scree
