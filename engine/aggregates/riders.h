#pragma once

#include <span>

#include "engine/world/impulse.h"
#include "engine/world/world.h"

// Members that ride on dynamic bodies and add to their mass.
namespace scree {

/// Mass, centre and inertia of a dynamic body with its riders, in its frame.
BodyMass massWithRiders(const World& world, std::uint32_t body);

/// Takes the momentum that merging particles gained out of the movers that they merged with, riders included. `gained`
/// has one entry an aggregate; carriers that no force moves are left out.
void payForMerges(std::span<const Impulse> gained, World& world);

}  // namespace scree
