#pragma once

#include <cmath>

#include "engine/world/world.h"

namespace scree {

/// The coefficients of a contact (method.md 3).
struct ContactLaw {
  double effectiveRadius = 0.0;  ///< r* [m]
  double stiffness = 0.0;        ///< k [N/m], or N/m^1.5 for Hertz
  double exponent = 1.0;         ///< e_H: 1 linear, 5/4 Hertz
  double dampingTime = 0.0;      ///< c [s]
  double restitution = 0.0;
  double friction = 0.0;
  double rollingLimit = 0.0;   ///< μ_r r* [m]
  double twistingLimit = 0.0;  ///< α μ r* [m]
};
// In the header because stages ask them once a contact.

/// The law of two materials at an effective radius r* [m].
inline ContactLaw lawAt(const PairLaw& pair, double effectiveRadius) {
  ContactLaw law;
  law.effectiveRadius = effectiveRadius;
  const bool hertz = pair.law == StiffnessLaw::hertz;
  law.exponent = hertz ? 1.25 : 1.0;
  law.stiffness = hertz ? 4.0 / 3.0 * pair.effectiveModulus * std::sqrt(effectiveRadius) : pair.stiffness;
  law.dampingTime = pair.dampingTime;
  law.restitution = pair.restitution;
  law.friction = pair.friction;
  law.rollingLimit = pair.rollingIsLength ? pair.rollingResistance : pair.rollingResistance * effectiveRadius;
  law.twistingLimit = pair.twisting * pair.friction * effectiveRadius;
  return law;
}

/// 1/r* = 1/r_a + 1/r_b [m].
inline double effectiveRadius(double radius, double other) { return radius * (other / (radius + other)); }

/// Of a contact; against a surface r* = r_a.
inline double effectiveRadiusOf(const Particles& particles, const Contact& contact) {
  const double radius = particles.radius[contact.a];
  if (contact.b == kNoParticle) {
    return radius;
  }
  return effectiveRadius(radius, particles.radius[contact.b]);
}

inline ContactLaw lawOf(const World& world, const Contact& contact) {
  return lawAt(world.materials.pairs[contact.law], effectiveRadiusOf(world.particles, contact));
}

}  // namespace scree
