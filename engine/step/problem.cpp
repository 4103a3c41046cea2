#include "engine/step/problem.h"

#include "engine/step/contact_law.h"

namespace scree {

void gatherBodies(const World& world, StepData& data) {
  const Particles& particles = world.particles;
  data.bodies.resize(particles.size() + 1);
  for (const std::uint32_t i : data.active) {
    SolverBody<double>& body = data.bodies[i];
    body.velocity = particles.velocity[i];
    body.angularVelocity = particles.angularVelocity[i];
    body.inverseMass = 1.0 / particles.mass[i];
    body.inverseInertia = 1.0 / particles.inertia(i);
  }
  data.bodies.back() = SolverBody<double>{};
}

void scatterVelocities(World& world, const StepData& data) {
  for (const std::uint32_t i : data.active) {
    world.particles.velocity[i] = data.bodies[i].velocity;
    world.particles.angularVelocity[i] = data.bodies[i].angularVelocity;
  }
}

ContactRows<double> rowsOf(const Contact& contact, const World& world, const StepData& data) {
  const double regularisation = frictionCompliance(world.parameters, data.substepTime);
  const bool isPrescribed = contact.isPrescribed();
  ContactRows<double> rows;
  rows.a = contact.a;
  rows.b = isPrescribed ? static_cast<std::uint32_t>(data.bodies.size() - 1) : contact.b;
  rows.normal = contact.normal;
  rows.biasVelocity = isPrescribed ? data.surfaces[contact.surface].velocity : Vec3::Zero().eval();
  rows.biasSpin = isPrescribed ? data.surfaces[contact.surface].spin : Vec3::Zero().eval();
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

double normalVelocity(const ContactRows<double>& rows, const StepData& data) {
  return rows.normal.dot(data.bodies[rows.b].velocity - data.bodies[rows.a].velocity + rows.biasVelocity);
}

Vec3 contactVelocity(const ContactRows<double>& rows, const StepData& data) {
  const SolverBody<double>& a = data.bodies[rows.a];
  const SolverBody<double>& b = data.bodies[rows.b];
  return b.velocity - a.velocity -
         (rows.leverA * a.angularVelocity + rows.leverB * b.angularVelocity).cross(rows.normal) + rows.biasVelocity;
}

void collectMultipliers(const StepData& data, std::vector<Multipliers>& multipliers) {
  multipliers.resize(data.rows.size());
  for (std::size_t i = 0; i < data.rows.size(); ++i) {
    const ContactRows<double>& rows = data.rows[i];
    multipliers[i] = {.normal = rows.lambdaNormal,
                      .tangential = rows.lambdaTangential,
                      .rolling = rows.lambdaRolling,
                      .twisting = rows.lambdaTwisting};
  }
}

}  // namespace scree
