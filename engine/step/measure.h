#pragma once

#include <span>

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// Overlaps in all, and the energy and momentum budget of the step just taken. Those that merged in it keep their
/// touches: data.touches.
void measureStep(World& world, StepData& data);

/// Touches of the free particles in the step just taken; what `touches` has of members stays. For data.touches, or a
/// copy of them: only who looks at a step wants those of all particles.
void measureTouches(const World& world, const StepData& data, Touches& touches);

/// Energy and momentum of the aggregates and of those of the listed particles that are free: kinetic, potential,
/// momentum, angularMomentum of a Budget. Elastic energy is left out: it needs contacts. `threads` may be null.
void measureParticles(const World& world, std::span<const std::uint32_t> freeSlots, ThreadPool* threads,
                      Budget& budget);

/// The same of the whole world, for those who look at it between steps.
Budget measureWorld(const World& world);

/// Kinetic and potential energy of one particle [J].
double mechanicalEnergy(const World& world, std::size_t slot);

}  // namespace scree
