#pragma once

#include <span>

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// Overlap statistics per particle and in all, and the energy and momentum budget of the step just taken.
void measureStep(World& world, StepData& data);

/// Energy and momentum of the aggregates and of those of the listed particles that are free: kinetic, potential,
/// momentum, angularMomentum of a Budget. Elastic energy is left out: it needs contacts. `threads` may be null.
void measureParticles(const World& world, std::span<const std::uint32_t> freeSlots, ThreadPool* threads,
                      Budget& budget);

/// The same of the whole world, for those who look at it between steps.
Budget measureWorld(const World& world);

/// Kinetic and potential energy of one particle [J].
double mechanicalEnergy(const World& world, std::size_t slot);

}  // namespace scree
