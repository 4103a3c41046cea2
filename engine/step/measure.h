#pragma once

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// Overlap statistics per particle and in all, and the energy and momentum budget of the step just taken.
void measureStep(World& world, StepData& data);

/// Energy and momentum of the particles as they are: kinetic, potential, momentum, angularMomentum of a Budget.
/// Elastic energy is left out: it needs contacts.
void measureParticles(const World& world, Budget& budget);

/// Kinetic and potential energy of one particle [J].
double mechanicalEnergy(const World& world, std::size_t slot);

}  // namespace scree
