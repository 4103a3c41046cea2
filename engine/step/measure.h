#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/merging/merge_work.h"
#include "engine/solve/batched/batched_work.h"
#include "engine/world/step_context.h"
#include "engine/world/step_report.h"
#include "engine/world/world.h"

namespace scree {

/// Measures overlaps and the budget of energy and momentum of the step just taken (METHOD.md 12.1), and the quantities
/// that the number of substeps of the next step follows from. Particles that merged in it keep their entries in
/// StepReport::touches.
void measureStep(World& world, const StepContext& context, const ContactList& list, const BatchedWork& batched,
                 const MergeWork& merge, StepReport& report);

/// Sets the touches of the free particles in the step just taken; entries of members stay. `touches` is
/// StepReport::touches or a copy. Needed for display only.
void measureTouches(const World& world, const ContactList& list, Touches& touches);

/// Energy and momentum of the whole world between steps: kinetic, potential, momentum and angularMomentum of a Budget.
/// Elastic energy is left out: it needs contacts.
Budget measureWorld(const World& world);

/// Energy of free particles [J].
struct FreeEnergy {
  double kinetic = 0.0;
  double potential = 0.0;

  FreeEnergy& operator+=(const FreeEnergy& other) {
    kinetic += other.kinetic;
    potential += other.potential;
    return *this;
  }
};

/// Kinetic and potential energy of one free particle [J].
inline FreeEnergy energyOf(const World& world, std::size_t slot) {
  const Particles& particles = world.particles;
  return {.kinetic = 0.5 * (particles.mass[slot] * particles.velocity[slot].squaredNorm() +
                            particles.inertia(slot) * particles.angularVelocity[slot].squaredNorm()),
          .potential = -particles.mass[slot] * world.parameters.gravity.dot(particles.position[slot])};
}

/// Kinetic and potential energy of all: that of the free particles as given, plus aggregates and dynamic bodies [J].
double mechanicalEnergy(const World& world, const FreeEnergy& free);

}  // namespace scree
