#include "engine/step/measure_members.h"

#include <algorithm>

namespace scree {

void measureMembers(const World& world, StepData& data) {
  const Particles& particles = world.particles;
  Touches& touches = data.touches;
  touches.counts.assign(particles.size(), 0);
  touches.overlaps.assign(particles.size(), 0.0F);
  world.reduction.kept.forAll([&](const KeptContact& contact) {
    for (const std::uint32_t slot : {contact.a, contact.b}) {
      if (slot != kNoParticle) {
        const double overlap = std::max(0.0, -static_cast<double>(contact.gap));
        ++touches.counts[slot];
        touches.overlaps[slot] =
            std::max(touches.overlaps[slot], static_cast<float>(overlap / (2.0 * particles.radius[slot])));
      }
    }
  });
}

}  // namespace scree
