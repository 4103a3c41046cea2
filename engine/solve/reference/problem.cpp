#include "engine/solve/reference/problem.h"

#include "engine/contacts/contact_law.h"

namespace scree {

void gatherBodies(const World& world, const ContactList& list, ReferenceWork& reference) {
  const Particles& particles = world.particles;
  reference.bodies.resize(particles.size() + 1);
  for (const std::uint32_t i : list.active) {
    SolverBody<double>& body = reference.bodies[i];
    body.velocity = particles.velocity[i];
    body.angularVelocity = particles.angularVelocity[i];
    body.inverseMass = 1.0 / particles.mass[i];
    body.inverseInertia = 1.0 / particles.inertia(i);
  }
  reference.bodies.back() = SolverBody<double>{};
}

void scatterVelocities(World& world, const ContactList& list, const ReferenceWork& reference) {
  for (const std::uint32_t i : list.active) {
    world.particles.velocity[i] = reference.bodies[i].velocity;
    world.particles.angularVelocity[i] = reference.bodies[i].angularVelocity;
  }
}

ContactRows<double> rowsOf(const Contact& contact, const World& world, const StepContext& context,
                           const ContactList& list, const ReferenceWork& reference) {
  const double regularisation = frictionCompliance(world.parameters, context.substepTime);
  const bool isPrescribed = contact.isPrescribed();
  ContactRows<double> rows;
  rows.a = contact.a;
  rows.b = isPrescribed ? static_cast<std::uint32_t>(reference.bodies.size() - 1) : contact.b;
  rows.normal = contact.normal;
  rows.biasVelocity = isPrescribed ? list.surfaces[contact.surface].velocity : Vec3::Zero().eval();
  rows.biasSpin = isPrescribed ? list.surfaces[contact.surface].spin : Vec3::Zero().eval();
  rows.leverA = world.particles.radius[contact.a];
  if (contact.b != kNoParticle) {
    // One contact point for both, on the line of centres: the levers add up to the distance, not to the radii, or
    // friction between overlapping spheres would make angular momentum.
    const double sum = world.particles.radius[contact.a] + world.particles.radius[contact.b];
    const double share = (sum + contact.gap) / sum;
    rows.leverA *= share;
    rows.leverB = isPrescribed ? 0.0 : share * world.particles.radius[contact.b];
  }
  rows.tangentialCompliance = regularisation;
  rows.rollingCompliance = regularisation;
  const ContactLaw law = lawOf(world, contact);
  rows.friction = law.friction;
  rows.rollingLimit = law.rollingLimit;
  rows.twistingLimit = law.twistingLimit;
  rows.spinScale = law.effectiveRadius;
  return rows;
}

double normalVelocity(const ContactRows<double>& rows, const ReferenceWork& reference) {
  return rows.normal.dot(reference.bodies[rows.b].velocity - reference.bodies[rows.a].velocity + rows.biasVelocity);
}

Vec3 contactVelocity(const ContactRows<double>& rows, const ReferenceWork& reference) {
  const SolverBody<double>& a = reference.bodies[rows.a];
  const SolverBody<double>& b = reference.bodies[rows.b];
  return b.velocity - a.velocity -
         (rows.leverA * a.angularVelocity + rows.leverB * b.angularVelocity).cross(rows.normal) + rows.biasVelocity;
}

void collectMultipliers(const ReferenceWork& reference, std::vector<Multipliers>& multipliers) {
  multipliers.resize(reference.rows.size());
  for (std::size_t i = 0; i < reference.rows.size(); ++i) {
    const ContactRows<double>& rows = reference.rows[i];
    multipliers[i] = {.normal = rows.lambdaNormal,
                      .tangential = rows.lambdaTangential,
                      .rolling = rows.lambdaRolling,
                      .twisting = rows.lambdaTwisting};
  }
}

}  // namespace scree
