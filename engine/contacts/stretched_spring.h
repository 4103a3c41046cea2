#pragma once

#include <algorithm>

#include "engine/contacts/contact_law.h"
#include "engine/settings/collision_time.h"
#include "engine/world/contact_spring.h"

// Springs of contacts whose collisions last a set time (METHOD.md 18).
namespace scree {

/// Law of a pair of materials for a set collision time; off where the world's method has none.
inline StretchedLaw stretchedLawOf(const Parameters& parameters, const PairLaw& law) {
  const double duration = stretchesCollisions(parameters) ? parameters.collisionTime : 0.0;
  return stretchedLaw(law.law == StiffnessLaw::hertz, law.restitution, duration);
}

/// Mass of a contact for which one of its sides need not move [kg], 1/m* = 1/m_a + 1/m_b.
inline double effectiveMassOf(const World& world, const Contact& contact) {
  const double mass = world.particles.mass[contact.a];
  double other = 0.0;
  if (contact.b != kNoParticle) {
    other = world.particles.mass[contact.b];
  } else if (const Body& body = world.bodies[contact.key.body()]; body.isDynamic()) {
    other = body.mass.mass;
  }
  return other > 0.0 ? mass * (other / (mass + other)) : mass;
}

/// The spring of a contact whose own one is `own`. A Hertz contact has the stiffness that it was `given` as it came to
/// touch [N/m^1.5], never more than its own; 0: its own.
inline ContactSpring stretched(const ContactSpring& own, const StretchedLaw& law, double mass, double given) {
  if (!law.isOn()) {
    return own;
  }
  ContactSpring spring = own;
  if (law.isHertz) {
    spring.stiffness = given > 0.0 ? std::min(own.stiffness, given) : own.stiffness;
    const double root = law.slope * mass / (1.5 * spring.stiffness);
    spring.straightFrom = root * root;
  } else {
    spring.stiffness = std::min(own.stiffness, law.slope * mass);
  }
  return spring;
}

}  // namespace scree
