#include "engine/solve/reference/positions.h"

#include "engine/contacts/contact_reactions.h"
#include "engine/world/body_motion.h"

namespace scree {

namespace {

void bookReactions(World& world, ContactList& list, AggregateSums& sums, ReferenceWork& reference) {
  // Forces are means over the step, of which this is a part.
  const double share = 1.0 / world.parameters.timeStep;
  const auto lessPull = [&list](std::size_t i) {
    Multipliers multipliers = list.multipliers[i];
    multipliers.normal -= list.pulls.empty() ? 0.0 : list.pulls[i];
    return multipliers;
  };
  for (std::size_t i = 0; i < list.contacts.size(); ++i) {
    const Contact& contact = list.contacts[i];
    if (contact.key.isMember()) {
      const std::uint32_t aggregate = world.reduction.aggregate[contact.b];
      const double radii = world.particles.radius[contact.a] + world.particles.radius[contact.b];
      const double lever = (radii + contact.gap) / radii * world.particles.radius[contact.a];
      const Vec3 point = world.particles.position[contact.a] + lever * contact.normal;
      for (const Multipliers& multipliers : {reference.impactMultipliers[i], lessPull(i)}) {
        sums.onAggregates[aggregate] += impulseOf(contact.normal, multipliers, point);
      }
    } else if (contact.b == kNoParticle) {
      const Vec3 surface = world.particles.position[contact.a] + world.particles.radius[contact.a] * contact.normal;
      Body& body = world.bodies[contact.key.body()];
      const SurfaceContact& moving = list.surfaces[contact.surface];
      body.reaction += share * reactionOf(contact, moving, reference.impactMultipliers[i], surface, body.pose.position);
      body.reaction += share * reactionOf(contact, moving, lessPull(i), surface, body.pose.position);
    }
  }
}

}  // namespace

void advancePositions(World& world, const StepContext& context, ContactList& list, AggregateSums& sums,
                      ReferenceWork& reference) {
  bookReactions(world, list, sums, reference);
  const double dt = context.substepTime;
  Particles& particles = world.particles;
  for (const std::uint32_t i : list.active) {
    particles.position[i] += dt * particles.velocity[i];
    particles.orientation[i] = rotated(particles.orientation[i], particles.angularVelocity[i], dt);
  }
  moveBodies(world, dt);
}

}  // namespace scree
