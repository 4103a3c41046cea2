#include "engine/step/positions.h"

namespace scree {

namespace {

/// Adds one boundary contact's impulses of the whole step to its body's reaction.
void book(Body& body, const Contact& contact, const Vec3& surface, const Multipliers& impact, const Multipliers& steady,
          double timeStep) {
  const Vec3 impulse = (impact.normal + steady.normal) * contact.normal + impact.tangential + steady.tangential;
  const Vec3 spin = impact.rolling + steady.rolling + (impact.twisting + steady.twisting) * contact.normal;
  body.reaction.force += impulse / timeStep;
  body.reaction.torque += ((surface - body.pose.position).cross(impulse) + spin) / timeStep;
  body.reaction.power -= (impulse.dot(contact.boundaryVelocity) + spin.dot(contact.boundarySpin)) / timeStep;
}

void bookReactions(World& world, const StepData& data) {
  for (Body& body : world.bodies) {
    body.reaction = Reaction{};
  }
  for (std::size_t i = 0; i < data.contacts.size(); ++i) {
    const Contact& contact = data.contacts[i];
    if (contact.b == kNoParticle) {
      const Vec3 surface = world.particles.position[contact.a] + world.particles.radius[contact.a] * contact.normal;
      book(world.bodies[contact.body], contact, surface, data.impactMultipliers[i], data.multipliers[i],
           world.parameters.timeStep);
    }
  }
}

}  // namespace

void advancePositions(World& world, const StepData& data) {
  bookReactions(world, data);
  const double dt = world.parameters.timeStep;
  Particles& particles = world.particles;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    particles.position[i] += dt * particles.velocity[i];
    particles.orientation[i] = rotated(particles.orientation[i], particles.angularVelocity[i], dt);
  }
  for (Body& body : world.bodies) {
    if (!body.isStatic()) {
      moveBody(body, dt);
    }
  }
  world.time += dt;
  ++world.step;
}

}  // namespace scree
