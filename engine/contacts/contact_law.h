#pragma once

#include <algorithm>
#include <cmath>

#include "engine/base/base_constants.h"
#include "engine/contacts/contacts_constants.h"
#include "engine/settings/speed_scales.h"
#include "engine/solver/stiffness_limit.h"
#include "engine/world/contact_spring.h"
#include "engine/world/world.h"

namespace scree {

/// The coefficients of a contact (METHOD.md 3.2 to 3.5).
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

/// Compliance γ/h of the rows of friction and rolling in a substep of h = `substepTime` [s] (METHOD.md 3.6), in 1/kg. 0
/// where γ is 0, so that heavy bodies creep no more than light ones; a start from the contact law needs a γ and then
/// takes the published one.
inline double frictionCompliance(const Parameters& parameters, double substepTime) {
  const bool needsOne = parameters.regularisation == 0.0 && parameters.warmStart == WarmStart::model;
  return (needsOne ? contacts::kPublishedRegularisation : parameters.regularisation) / substepTime;
}

/// S_n m/Υ, m the lighter mass, of the stiffest normal row that the solve carries; 0 where it starts from zero, which
/// loses energy whatever it leaves undone, and where a step has no substeps, as in the published presets.
inline double softestRow(const Parameters& parameters) {
  const bool isOurs = parameters.substeps > 1 && parameters.warmStart != WarmStart::off;
  return isOurs ? softnessFloor(parameters.sweeps) : 0.0;
}

/// True if a step has more substeps than the preset, for loads or for long ways.
inline bool hasMoreSubsteps(const Parameters& parameters, int substeps) {
  return parameters.substeps > 1 && substeps > parameters.substeps && parameters.warmStart != WarmStart::off;
}

/// True if a step has at least contacts::kFarMore times the substeps of the preset.
inline bool hasFarMoreSubsteps(const Parameters& parameters, int substeps) {
  return hasMoreSubsteps(parameters, substeps) && substeps >= contacts::kFarMore * parameters.substeps;
}

/// Factor of the loss of a warm start with the speed of its contact (METHOD.md 7.4). The loss is meant for a substep of
/// the preset; the substeps of a step with far more share it. Otherwise a pressed grain that slides lost its force in
/// each of 100 substeps, however little it moved in one, and was squeezed flat.
inline double warmStartLoss(const Parameters& parameters, int substeps) {
  return hasFarMoreSubsteps(parameters, substeps) ? static_cast<double>(parameters.substeps) / substeps : 1.0;
}

/// The law of two materials at an effective radius r* [m].
inline ContactLaw lawAt(const PairLaw& pair, double effectiveRadius) {
  ContactLaw law;
  law.effectiveRadius = effectiveRadius;
  const ContactSpring spring = springOf(pair, effectiveRadius);
  law.exponent = spring.rowExponent();
  law.stiffness = spring.stiffness;
  law.dampingTime = pair.dampingTime;
  law.restitution = pair.restitution;
  law.friction = pair.friction;
  law.rollingLimit = pair.rollingIsLength ? pair.rollingResistance : pair.rollingResistance * effectiveRadius;
  law.twistingLimit = pair.twisting * pair.friction * effectiveRadius;
  return law;
}

/// Effective radius r* of two radii [m], 1/r* = 1/r_a + 1/r_b.
inline double effectiveRadius(double radius, double other) { return radius * (other / (radius + other)); }

/// Effective radius of a contact [m]; against a surface r* = r_a.
inline double effectiveRadiusOf(const Particles& particles, const Contact& contact) {
  const double radius = particles.radius[contact.a];
  if (contact.b == kNoParticle) {
    return radius;
  }
  return effectiveRadius(radius, particles.radius[contact.b]);
}

/// Diameter of a contact from which its speeds follow [m] (speed_scales.h): r_a + r_b, against a surface 2 r_a.
inline double diameterOf(const Particles& particles, const Contact& contact) {
  const double radius = particles.radius[contact.a];
  return radius + (contact.b == kNoParticle ? radius : particles.radius[contact.b]);
}

/// Approach speed above which a contact bounces [m/s].
inline double impactSpeedOf(const World& world, const Contact& contact) {
  const SpeedScale scale = impactScale(world.parameters);
  return std::sqrt(scale.squareAt(diameterOf(world.particles, contact)));
}

inline ContactLaw lawOf(const World& world, const Contact& contact) {
  return lawAt(world.materials.pairs[contact.law], effectiveRadiusOf(world.particles, contact));
}

}  // namespace scree
