#include "engine/step/measure.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "engine/aggregates/membership.h"
#include "engine/base/parallel.h"
#include "engine/contacts/elastic_sums.h"
#include "engine/multibody/body_contacts.h"
#include "engine/multibody/machine.h"
#include "engine/solver/contact_sums.h"
#include "engine/step/step_constants.h"

namespace scree {

namespace {

/// Substeps a second after a step that asked for `wanted` [1/s]. Each change of a substep's length changes how deep
/// limited contacts rest and so makes their loads swing; a load that swings asks for more and fewer. So there is some
/// to spare, and they become fewer, step by step, only where far fewer would do.
double substepRateAfter(double present, double wanted) {
  if (wanted > present) {
    return stepping::kSpareRate * wanted;
  }
  return wanted < stepping::kFarFewer * present ? stepping::kDecay * present : present;
}

bool isMerge(const ReductionEvent& event) { return event.after != 0; }

ContactSums sumContacts(const World& world, const StepContext& context, const ContactList& list,
                        std::span<const CarrierMotion> carriers) {
  const std::vector<double>& radius = world.particles.radius;
  return sumPieces<ContactSums>(
      context.threads, list.contacts.size(), stepping::kSummedAPiece, [&](std::size_t begin, std::size_t end) {
        ContactSums sums;
        for (std::size_t i = begin; i < end; ++i) {
          const Contact& contact = list.contacts[i];
          const double smaller =
              contact.b == kNoParticle ? radius[contact.a] : std::min(radius[contact.a], radius[contact.b]);
          const double overlap = contact.overlap();
          const double share = overlap > 0.0 ? overlap / (2.0 * smaller) : 0.0;
          sums += {.shares = share, .worst = share};
          // After keepHistory() both lists are of the same contacts.
          const double given = world.history.given.empty() ? 0.0 : world.history.given[i];
          sums += elasticSums(world, context, list, carriers, contact, given);
        }
        return sums;
      });
}

/// Sums over the free particles.
struct ParticleSums {
  FreeEnergy energy;
  double mass = 0.0;     ///< kg
  double fastest = 0.0;  ///< largest square of a speed, particles that merged in this step included [m²/s²]
  Vec3 momentum = Vec3::Zero();
  Vec3 angularMomentum = Vec3::Zero();

  ParticleSums& operator+=(const ParticleSums& other) {
    energy += other.energy;
    mass += other.mass;
    fastest = std::max(fastest, other.fastest);
    momentum += other.momentum;
    angularMomentum += other.angularMomentum;
    return *this;
  }
};

ParticleSums sumParticles(const World& world, std::span<const std::uint32_t> freeSlots, ThreadPool* threads) {
  const Particles& particles = world.particles;
  return sumPieces<ParticleSums>(
      threads, freeSlots.size(), stepping::kSummedAPiece, [&](std::size_t begin, std::size_t end) {
        ParticleSums sums;
        for (const std::uint32_t i : freeSlots.subspan(begin, end - begin)) {
          sums.fastest = std::max(sums.fastest, particles.velocity[i].squaredNorm());
          if (!world.reduction.isFree(i)) {
            continue;  // it merged in this step: counted with its aggregate
          }
          const Vec3 momentum = particles.mass[i] * particles.velocity[i];
          sums.energy += energyOf(world, i);
          sums.mass += particles.mass[i];
          sums.momentum += momentum;
          sums.angularMomentum +=
              particles.position[i].cross(momentum) + particles.inertia(i) * particles.angularVelocity[i];
        }
        return sums;
      });
}

/// Adds aggregates and the machine's bodies to what the free particles sum up to.
void fillBudget(const World& world, const ParticleSums& free, Budget& budget) {
  budget.kinetic = free.energy.kinetic;
  budget.potential = free.energy.potential;
  budget.momentum = free.momentum;
  budget.angularMomentum = free.angularMomentum;
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    const RigidSums sums = sumsOf(aggregate, aggregate.frame.velocity, aggregate.frame.angularVelocity);
    budget.kinetic += sums.kinetic;
    budget.potential -= world.parameters.gravity.dot(sums.moment);
    budget.momentum += sums.momentum;
    budget.angularMomentum += sums.angularMomentum;
  }
  const MachineEnergy machine = machineEnergy(world.bodies, world.parameters.gravity);
  budget.kinetic += machine.kinetic;
  budget.potential += machine.potential;
}

void clearTouches(const World& world, std::span<const std::uint32_t> slots, Touches& touches) {
  touches.counts.resize(world.particles.size(), 0);
  touches.overlaps.resize(world.particles.size(), 0.0F);
  for (const std::uint32_t slot : slots) {
    touches.counts[slot] = 0;
    touches.overlaps[slot] = 0.0F;
  }
}

void touch(const World& world, std::uint32_t slot, double overlap, Touches& touches) {
  ++touches.counts[slot];
  if (overlap > 0.0) {
    const auto share = static_cast<float>(overlap / (2.0 * world.particles.radius[slot]));
    touches.overlaps[slot] = std::max(touches.overlaps[slot], share);
  }
}

/// Sets the touches of particles that merged in this step, which they keep.
void measureMerged(const World& world, const ContactList& list, const MergeWork& merge, StepReport& report) {
  clearTouches(world, merge.mergedSlots, report.touches);
  for (const std::size_t place : merge.contactsOfMerged) {
    const Contact& contact = list.contacts[place];
    if (!world.reduction.isFree(contact.a)) {
      touch(world, contact.a, contact.overlap(), report.touches);
    }
    if (!contact.isPrescribed() && !world.reduction.isFree(contact.b)) {
      touch(world, contact.b, contact.overlap(), report.touches);
    }
  }
}

}  // namespace

double mechanicalEnergy(const World& world, const FreeEnergy& free) {
  Budget budget;
  fillBudget(world, {.energy = free}, budget);
  return budget.kinetic + budget.potential;
}

Budget measureWorld(const World& world) {
  std::vector<std::uint32_t> slots(world.particles.size());
  std::iota(slots.begin(), slots.end(), 0U);
  Budget budget;
  fillBudget(world, sumParticles(world, slots, nullptr), budget);
  return budget;
}

void measureTouches(const World& world, const ContactList& list, Touches& touches) {
  clearTouches(world, list.active, touches);
  for (const Contact& contact : list.contacts) {
    touch(world, contact.a, contact.overlap(), touches);
    if (!contact.isPrescribed()) {
      touch(world, contact.b, contact.overlap(), touches);
    }
  }
}

void measureStep(World& world, const StepContext& context, const ContactList& list, const BatchedWork& batched,
                 const MergeWork& merge, StepReport& report) {
  if (std::any_of(report.events.begin(), report.events.end(), isMerge)) {
    measureMerged(world, list, merge, report);
  }
  const double dt = world.parameters.timeStep;
  Budget& budget = world.budget;
  const double before = report.energyBefore;
  const ParticleSums free = sumParticles(world, list.active, context.threads);
  fillBudget(world, free, budget);
  const ContactSums touching = list.sums ? *list.sums : sumContacts(world, context, list, lastMotions(batched));
  report.worstOverlap = touching.worst;
  report.meanOverlap = list.contacts.empty() ? 0.0 : touching.shares / static_cast<double>(list.contacts.size());
  budget.elastic = touching.elastic + elasticEnergyOfTouches(world);
  world.history.stiffness = touching.touching > 0.0 ? touching.stiffness / touching.touching : 0.0;
  world.history.diameter = touching.touching > 0.0 ? touching.diameters / touching.touching : 0.0;
  world.history.substepRate =
      substepRateAfter(world.history.substepRate, std::sqrt(touching.softened) / context.substepTime);
  double mass = free.mass;
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    budget.elastic += aggregate.load.elastic;
    mass += aggregate.inertia.mass;
  }
  report.largestSpeed = std::sqrt(free.fastest);
  report.reductionLevel = world.reduction.levelOf(world.particles.size()).level();
  budget.stepWork = report.gravityWork;
  budget.stepImpulse = dt * mass * world.parameters.gravity;
  if (context.pulled.isAny()) {
    const Vec3 force = world.particles.mass[context.pulled.slot] * context.pulled.acceleration;
    budget.stepWork += 0.5 * dt * force.dot(context.pulled.velocity + world.particles.velocity[context.pulled.slot]);
    budget.stepImpulse += dt * force;
  }
  if (world.pull && world.pull->grip) {
    budget.stepWork += batched.coupling.machine.hand.work;
  }
  for (const Body& body : world.bodies) {
    // A dynamic body loses the energy that particles gain from it.
    budget.stepWork += body.isDynamic() ? 0.0 : dt * body.reaction.power;
    budget.stepImpulse -= dt * body.reaction.force;
  }
  for (const Joint& joint : world.joints) {
    budget.stepWork += dt * joint.power;
  }
  budget.stepDissipation =
      before + budget.stepWork - (budget.kinetic + budget.potential + budget.elastic + budget.cohesive);
  // A particle whose state became no number is taken out in the next step: the sums go on without this one.
  if (std::isfinite(budget.stepDissipation)) {
    budget.totalWork += budget.stepWork;
    budget.totalDissipation += budget.stepDissipation;
  }
}

}  // namespace scree
