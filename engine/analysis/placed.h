#pragma once

#include "engine/world/placement.h"
#include "engine/world/world.h"

namespace scree {

/// The particles where they are now, members of aggregates too. Everything in this folder and every experiment that
/// looks at particles of a world that may have members comes through here.
inline const Particles& placedParticles(World& world) {
  placeMembers(world);
  return world.particles;
}

}  // namespace scree
