#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/merging/merge_work.h"
#include "engine/solve/batched/batched_work.h"
#include "engine/world/step_context.h"
#include "engine/world/step_report.h"
#include "engine/world/world.h"

namespace scree {

/// Overlaps in all, and the energy and momentum budget of the step just taken. Those that merged in it keep their
/// touches: StepReport::touches.
void measureStep(World& world, const StepContext& context, const ContactList& list, const BatchedWork& batched,
                 const MergeWork& merge, StepReport& report);

/// Touches of the free particles in the step just taken; what `touches` has of members stays. For StepReport::touches,
/// or a copy of them: only who looks at a step wants those of all particles.
void measureTouches(const World& world, const ContactList& list, Touches& touches);

/// Energy and momentum of the whole world, for those who look at it between steps: kinetic, potential, momentum,
/// angularMomentum of a Budget. Elastic energy is left out: it needs contacts.
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

/// Kinetic and potential energy of one particle.
inline FreeEnergy energyOf(const World& world, std::size_t slot) {
  const Particles& particles = world.particles;
  return {.kinetic = 0.5 * (particles.mass[slot] * particles.velocity[slot].squaredNorm() +
                            particles.inertia(slot) * particles.angularVelocity[slot].squaredNorm()),
          .potential = -particles.mass[slot] * world.parameters.gravity.dot(particles.position[slot])};
}

/// Kinetic and potential energy of the free particles, as given, with that of aggregates and bodies [J].
double mechanicalEnergy(const World& world, const FreeEnergy& free);

}  // namespace scree
