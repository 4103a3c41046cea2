#pragma once

#include <cstdint>
#include <optional>

#include "engine/world/world.h"

namespace scree {

/// Slot of the particle of an id, if there is one.
std::optional<std::uint32_t> slotOf(const World& world, ParticleId id);
/// Place of a member in the world, as the frame of its aggregate has it: in a periodic box maybe outside.
Vec3 placeOf(const World& world, std::uint32_t slot);
/// Place of any particle in the world, free or a member, in the periodic box.
Vec3 positionOf(const World& world, std::uint32_t slot);
/// Way from the image of a free particle that is nearest to a member to the particle's place, with the sign turned:
/// what a point near the particle is moved by to be as near to the member's own place [m].
Vec3 shiftToMember(const World& world, std::uint32_t free, std::uint32_t member);
/// Box around the centres of an aggregate's members in the world; grows only. The aggregate has or had members.
Bounds boundsOf(const Aggregate& aggregate);
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
