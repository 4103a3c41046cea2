#include "engine/step/contact_law.h"

#include <cmath>

namespace scree {

void setLaw(Contact& contact, const PairLaw& law) {
  const bool hertz = law.law == StiffnessLaw::hertz;
  contact.exponent = hertz ? 1.25 : 1.0;
  contact.stiffness = hertz ? 4.0 / 3.0 * law.effectiveModulus * std::sqrt(contact.effectiveRadius) : law.stiffness;
  contact.dampingTime = law.dampingTime;
  contact.restitution = law.restitution;
  contact.friction = law.friction;
  contact.rollingLimit = law.rollingIsLength ? law.rollingResistance : law.rollingResistance * contact.effectiveRadius;
  contact.twistingLimit = law.twisting * law.friction * contact.effectiveRadius;
}

}  // namespace scree
