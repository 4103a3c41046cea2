#pragma once

#include <span>
#include <vector>

#include "engine/world/world.h"

// Connectivity of the members of an aggregate with its carrier (METHOD.md 10.10): the level of a member is at least its
// distance from the carrier in contacts, and some neighbour of every member has a lower level (Even and Shiloach 1981).
// A lost contact then costs a look at the neighbours, and at members whose levels change (Ramalingam and Reps 1996).
// Where an aggregate floats the levels are counted from one of its members, the root; when that is split off, from
// another.
namespace scree {

/// Sets the levels of particles that have just joined and whose contacts are kept. A particle that nothing connects
/// gets the highest level.
void setLevels(World& world, std::span<const std::uint32_t> joined);

/// True if contacts connect a member with its carrier, or with the root of a floating aggregate, by its level.
bool isConnected(const World& world, std::uint32_t slot);

/// Mends the levels after contacts of the members `affected` were dropped. Returns, ascending, the members that nothing
/// connects with their carrier any more. A floating aggregate gets a new root where it has lost its root, or where it
/// broke and another piece is larger than that of the root.
std::vector<std::uint32_t> mendLevels(World& world, std::span<const std::uint32_t> affected);

/// True if a surface belongs to the carrier of an aggregate.
bool isCarriedBy(const World& world, const Aggregate& aggregate, const ContactKey& boundary);

}  // namespace scree
