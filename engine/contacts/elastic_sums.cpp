#include "engine/contacts/elastic_sums.h"

#include <algorithm>

#include "engine/contacts/contact_law.h"
#include "engine/contacts/stretched_spring.h"
#include "engine/solver/spook.h"

namespace scree {

namespace {

/// 1/m, 0 for what does not move by a contact.
double lightnessOf(const World& world, std::uint32_t slot) {
  return slot != kNoParticle && world.reduction.isFree(slot) ? 1.0 / world.particles.mass[slot] : 0.0;
}

/// The law's stiffness, or what the solve carries of it at this overlap (stiffness_limit.h).
double heldStiffness(const World& world, const StepContext& context, double lightest, const ContactLaw& law,
                     double overlap) {
  const double softest = softestRow(world.parameters) * lightest;
  if (softest == 0.0 || overlap == 0.0) {
    return law.stiffness;
  }
  // S = 4 Υ/(h² e_H k δ^(2 e_H - 2)) >= softest Υ.
  const double h = context.substepTime;
  return std::min(law.stiffness, 4.0 / (h * h * law.exponent * softest * softnessOf(law.exponent, overlap)));
}

/// Of a contact's second side [m/s]. What the step keeps of members' surfaces is of its first substep; contacts that
/// the solver has summed up met them as they are in the last.
Vec3 velocityOfOther(const World& world, const ContactList& list, std::span<const CarrierMotion> carriers,
                     const Contact& contact) {
  if (!contact.isPrescribed()) {
    return world.particles.velocity[contact.b];
  }
  if (!contact.key.isMember() || !list.sums) {
    return list.surfaces[contact.surface].velocity;
  }
  const CarrierMotion& carrier = carriers[world.reduction.aggregate[contact.b]];
  const Vec3 arm = carrier.pose.orientation * world.reduction.members[contact.b].local;
  return carrier.velocity + carrier.angularVelocity.cross(arm);
}

}  // namespace

ContactSums elasticSums(const World& world, const StepContext& context, const ContactList& list,
                        std::span<const CarrierMotion> carriers, const Contact& contact, double given) {
  const double a = lightnessOf(world, contact.a);
  const double b = lightnessOf(world, contact.b);
  const double lightness = 0.5 * (a + b);
  // As the solver saw them, also where one of them has merged since.
  const std::vector<double>& mass = world.particles.mass;
  const double lightest = std::max(1.0 / mass[contact.a], contact.isPrescribed() ? 0.0 : 1.0 / mass[contact.b]);
  if (lightness == 0.0) {
    return {};
  }
  const double rate =
      contact.normal.dot(velocityOfOther(world, list, carriers, contact) - world.particles.velocity[contact.a]);
  const double overlap = std::max(0.0, -(contact.gap + context.substepTime * rate));
  if (stretchesCollisions(world.parameters)) {
    const PairLaw& pair = world.materials.pairs[contact.law];
    const ContactSpring own = springOf(pair, effectiveRadiusOf(world.particles, contact));
    const StretchedLaw law = stretchedLawOf(world.parameters, pair);
    const ContactSpring spring = stretched(own, law, effectiveMassOf(world, contact), given);
    return {.elastic = spring.energy(overlap),
            .touching = 1.0,
            .stiffness =
                lightness * lawSlope(spring.stiffness, spring.rowExponent(), std::min(overlap, spring.straightFrom)),
            .diameters = diameterOf(world.particles, contact)};
  }
  const ContactLaw law = lawOf(world, contact);
  return {.elastic = lawEnergy(heldStiffness(world, context, lightest, law, overlap), law.exponent, overlap),
          .touching = 1.0,
          .stiffness = lightness * lawSlope(law.stiffness, law.exponent, overlap),
          .diameters = diameterOf(world.particles, contact)};
}

ContactSums elasticSums(const World& world, const StepContext& context, const ContactList& list,
                        std::span<const CarrierMotion> carriers, std::span<const std::size_t> places) {
  ContactSums sums;
  for (const std::size_t place : places) {
    sums += elasticSums(world, context, list, carriers, list.contacts[place]);
  }
  return sums;
}

}  // namespace scree
