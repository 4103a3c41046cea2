#pragma once

#include "engine/world/world.h"

namespace scree {

/// Place of a member in the world.
Vec3 placeOf(const World& world, std::uint32_t slot);
/// Place of any particle in the world, free or a member.
Vec3 positionOf(const World& world, std::uint32_t slot);
/// Velocities of any particle, free or a member.
GrainMotion motionOf(const World& world, std::uint32_t slot);
/// Writes place, orientation and velocities of one member into the particles: those of the rigid motion.
void placeMember(World& world, std::uint32_t slot);
/// Writes place, orientation and velocities of all members into the particles. Those of members of the ground are
/// always right and stay. Costs nothing while nothing is merged.
void placeMembers(World& world);
/// The particles of a world as placeMembers() would leave them.
Particles placedParticles(const World& world);

}  // namespace scree
