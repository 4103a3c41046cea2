#pragma once

#include "engine/world/world.h"

namespace scree {

/// Place of a member in the world.
Vec3 placeOf(const World& world, std::uint32_t slot);
/// Place of any particle in the world, free or a member.
Vec3 positionOf(const World& world, std::uint32_t slot);
/// Writes place, orientation and velocities of one member into the particles: those of the rigid motion.
void placeMember(World& world, std::uint32_t slot);
/// The same for all members. Members of the ground are always where they are written. Costs nothing while nothing
/// moves.
void placeMembers(World& world);

}  // namespace scree
