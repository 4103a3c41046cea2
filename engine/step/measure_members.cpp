#include "engine/step/measure_members.h"

#include <algorithm>

#include "engine/world/placement.h"

namespace scree {

namespace {

void count(const World& world, std::uint32_t slot, double gap, Touches& touches) {
  const double share = std::max(0.0, -gap) / (2.0 * world.particles.radius[slot]);
  ++touches.counts[slot];
  touches.overlaps[slot] = std::max(touches.overlaps[slot], static_cast<float>(share));
}

void countWithFree(const World& world, const ContactKey& key, Touches& touches) {
  const Particles& particles = world.particles;
  const std::uint32_t free = slotOf(world, key.a).value_or(kNoParticle);
  const std::uint32_t member = slotOf(world, key.member()).value_or(kNoParticle);
  if (free == kNoParticle || member == kNoParticle || world.reduction.isFree(member)) {
    return;
  }
  const double distance = world.periodic.nearest(placeOf(world, member) - particles.position[free]).norm();
  count(world, member, distance - particles.radius[free] - particles.radius[member], touches);
}

}  // namespace

void measureMembers(const World& world, StepReport& report) {
  const Particles& particles = world.particles;
  Touches& touches = report.touches;
  touches.counts.assign(particles.size(), 0);
  touches.overlaps.assign(particles.size(), 0.0F);
  world.reduction.kept.forAll([&](const KeptContact& contact) {
    // Liquid alone is no touch.
    if (contact.gap > 0.0F && contact.attraction > 0.0F && contact.normalForce == 0.0F) {
      return;
    }
    for (const std::uint32_t slot : {contact.a, contact.b}) {
      if (slot != kNoParticle) {
        count(world, slot, contact.gap, touches);
      }
    }
  });
  for (const ContactKey& key : world.history.keys) {
    if (key.isMember()) {
      countWithFree(world, key, touches);
    }
  }
}

}  // namespace scree
