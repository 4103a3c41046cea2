#pragma once

#include "engine/world/placement.h"
#include "engine/world/world.h"

namespace scree {

/// Places members of aggregates and returns the particles. Readers of particles in this folder and in experiments must
/// call it when the world may have members: between steps members have no place of their own.
inline const Particles& particlesInPlace(World& world) {
  placeMembers(world);
  return world.particles;
}

}  // namespace scree
