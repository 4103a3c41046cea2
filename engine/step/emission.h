#pragma once

#include "engine/world/world.h"

namespace scree {

/// Lets every emitter add the particles that are due in [t, t + Δt], at random places free of overlap with particles
/// present. What finds no room stays owed, up to a second's worth. `freeSlots` lists the free particles and gets the
/// new ones.
void emitParticles(World& world, std::vector<std::uint32_t>& freeSlots);

}  // namespace scree
