#pragma once

#include "engine/world/world.h"

namespace scree {

/// Lets every emitter add the particles that are due in [t, t + Δt], at random places free of overlap with particles
/// present. What finds no room stays owed, up to a second's worth.
void emitParticles(World& world);

}  // namespace scree
