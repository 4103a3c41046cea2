#include "engine/step/contact_law.h"

#include <cmath>

namespace scree {

ContactLaw lawOf(const World& world, const Contact& contact) {
  const PairLaw& pair = world.materials.pairs[contact.law];
  ContactLaw law;
  law.effectiveRadius = world.particles.radius[contact.a];
  if (contact.b != kNoParticle) {
    const double other = world.particles.radius[contact.b];
    law.effectiveRadius *= other / (law.effectiveRadius + other);
  }
  const bool hertz = pair.law == StiffnessLaw::hertz;
  law.exponent = hertz ? 1.25 : 1.0;
  law.stiffness = hertz ? 4.0 / 3.0 * pair.effectiveModulus * std::sqrt(law.effectiveRadius) : pair.stiffness;
  law.dampingTime = pair.dampingTime;
  law.restitution = pair.restitution;
  law.friction = pair.friction;
  law.rollingLimit = pair.rollingIsLength ? pair.rollingResistance : pair.rollingResistance * law.effectiveRadius;
  law.twistingLimit = pair.twisting * pair.friction * law.effectiveRadius;
  return law;
}

}  // namespace scree
