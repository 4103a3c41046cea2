#pragma once

#include <span>

#include "engine/world/impulse.h"
#include "engine/world/world.h"

// Members that ride on dynamic bodies: these are heavier by them.
namespace scree {

/// Mass, centre and inertia of a dynamic body with all that rides on it, in its frame.
BodyMass massWithRiders(const World& world, std::uint32_t body);

/// Takes the momentum that merging particles gained out of the bodies they merged with, riders and all: `gained` has
/// one entry an aggregate. Only what forces move has momentum to give.
void payForMerges(std::span<const Impulse> gained, World& world);

}  // namespace scree
