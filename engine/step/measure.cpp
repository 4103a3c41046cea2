#include "engine/step/measure.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "engine/multibody/machine.h"
#include "engine/reduction/membership.h"
#include "engine/solver/spook.h"
#include "engine/step/contact_law.h"

namespace scree {

namespace {

double kineticEnergy(const Particles& particles, std::size_t i) {
  return 0.5 * (particles.mass[i] * particles.velocity[i].squaredNorm() +
                particles.inertia(i) * particles.angularVelocity[i].squaredNorm());
}

void measureOverlaps(const World& world, StepData& data) {
  const Particles& particles = world.particles;
  // Members keep what they had when they merged.
  data.contactCount.resize(particles.size(), 0);
  data.largestOverlap.resize(particles.size(), 0.0F);
  for (const std::uint32_t slot : data.active) {
    data.contactCount[slot] = 0;
    data.largestOverlap[slot] = 0.0F;
  }
  data.worstOverlap = 0.0;
  double sum = 0.0;
  const auto touch = [&](std::uint32_t slot, double overlap) {
    ++data.contactCount[slot];
    if (overlap > 0.0) {
      const auto share = static_cast<float>(overlap / (2.0 * particles.radius[slot]));
      data.largestOverlap[slot] = std::max(data.largestOverlap[slot], share);
    }
  };
  for (const Contact& contact : data.contacts) {
    const double overlap = contact.overlap();
    double smaller = particles.radius[contact.a];
    touch(contact.a, overlap);
    if (contact.b != kNoParticle) {
      smaller = std::min(smaller, particles.radius[contact.b]);
      if (!contact.isPrescribed()) {
        touch(contact.b, overlap);
      }
    }
    const double share = overlap / (2.0 * smaller);
    sum += share;
    data.worstOverlap = std::max(data.worstOverlap, share);
  }
  data.meanOverlap = data.contacts.empty() ? 0.0 : sum / static_cast<double>(data.contacts.size());
}

/// Energy stored in the contacts after the position update, their gaps carried forward by the new normal velocities.
double elasticEnergy(const World& world, const StepData& data) {
  const Particles& particles = world.particles;
  double energy = 0.0;
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    energy += aggregate.elastic;
  }
  for (const Contact& contact : data.contacts) {
    const Reduction& reduction = world.reduction;
    if (!reduction.isFree(contact.a) && (contact.b == kNoParticle || !reduction.isFree(contact.b))) {
      continue;  // it merged in this step: counted with its aggregate
    }
    const Vec3 b = contact.isPrescribed() ? data.surfaces[contact.surface].velocity : particles.velocity[contact.b];
    const double rate = contact.normal.dot(b - particles.velocity[contact.a]);
    const double overlap = -(contact.gap + data.substepTime * rate);
    if (overlap > 0.0) {
      const ContactLaw law = lawOf(world, contact);
      energy += lawEnergy(law.stiffness, law.exponent, overlap);
    }
  }
  return energy;
}

}  // namespace

double mechanicalEnergy(const World& world, std::size_t slot) {
  const Particles& particles = world.particles;
  return kineticEnergy(particles, slot) - particles.mass[slot] * world.parameters.gravity.dot(particles.position[slot]);
}

void measureParticles(const World& world, std::span<const std::uint32_t> freeSlots, Budget& budget) {
  const Particles& particles = world.particles;
  budget.kinetic = 0.0;
  budget.potential = 0.0;
  budget.momentum.setZero();
  budget.angularMomentum.setZero();
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    const RigidSums sums = sumsOf(aggregate, aggregate.velocity, aggregate.angularVelocity);
    budget.kinetic += sums.kinetic;
    budget.potential -= world.parameters.gravity.dot(sums.moment);
    budget.momentum += sums.momentum;
    budget.angularMomentum += sums.angularMomentum;
  }
  for (const std::uint32_t i : freeSlots) {
    if (!world.reduction.isFree(i)) {
      continue;  // it merged in this step
    }
    budget.kinetic += kineticEnergy(particles, i);
    budget.potential -= particles.mass[i] * world.parameters.gravity.dot(particles.position[i]);
    const Vec3 momentum = particles.mass[i] * particles.velocity[i];
    budget.momentum += momentum;
    budget.angularMomentum +=
        particles.position[i].cross(momentum) + particles.inertia(i) * particles.angularVelocity[i];
  }
  const MachineEnergy machine = machineEnergy(world.bodies, world.parameters.gravity);
  budget.kinetic += machine.kinetic;
  budget.potential += machine.potential;
}

Budget measureWorld(const World& world) {
  std::vector<std::uint32_t> slots(world.particles.size());
  std::iota(slots.begin(), slots.end(), 0U);
  Budget budget;
  measureParticles(world, slots, budget);
  return budget;
}

void measureStep(World& world, StepData& data) {
  measureOverlaps(world, data);
  const double dt = world.parameters.timeStep;
  Budget& budget = world.budget;
  const double before = data.energyBefore;
  measureParticles(world, data.active, budget);
  budget.elastic = elasticEnergy(world, data);

  double mass = 0.0;
  double fastest = 0.0;
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    mass += aggregate.mass;
  }
  for (const std::uint32_t i : data.active) {
    mass += world.reduction.isFree(i) ? world.particles.mass[i] : 0.0;  // who merged is counted with its aggregate
    fastest = std::max(fastest, world.particles.velocity[i].squaredNorm());
  }
  data.largestSpeed = std::sqrt(fastest);
  data.reductionLevel = world.reduction.levelOf(world.particles.size()).level();
  budget.stepWork = data.gravityWork;
  budget.stepImpulse = dt * mass * world.parameters.gravity;
  if (data.pulled.isAny()) {
    const Vec3 force = world.particles.mass[data.pulled.slot] * data.pulled.acceleration;
    budget.stepWork += 0.5 * dt * force.dot(data.pulled.velocity + world.particles.velocity[data.pulled.slot]);
    budget.stepImpulse += dt * force;
  }
  if (world.pull && world.pull->grip) {
    budget.stepWork += data.coupling.machine.hand.work;
  }
  for (const Body& body : world.bodies) {
    // What a dynamic body does to particles it has to lose.
    budget.stepWork += body.isDynamic() ? 0.0 : dt * body.reaction.power;
    budget.stepImpulse -= dt * body.reaction.force;
  }
  for (const Joint& joint : world.joints) {
    budget.stepWork += dt * joint.power;
  }
  budget.totalWork += budget.stepWork;
  budget.stepDissipation = before + budget.stepWork - (budget.kinetic + budget.potential + budget.elastic);
  budget.totalDissipation += budget.stepDissipation;
}

}  // namespace scree
