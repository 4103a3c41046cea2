#pragma once

#include <span>
#include <vector>

#include "engine/world/world.h"

// What connects the members of an aggregate with what carries it: a member's level is at least its distance from the
// carrier in contacts, and some neighbour of every member has a lower one (Even and Shiloach 1981). Losing a contact
// then costs a look at the neighbours, and at those whose levels change (Ramalingam and Reps 1996). Where an aggregate
// floats the levels are counted from one of its members, the root; when that is split off, from another.
namespace scree {

/// Gives levels to particles that have just joined, their contacts kept. Those that nothing connects get the highest.
void setLevels(World& world, std::span<const std::uint32_t> joined);

/// Whether something connects a member with what carries it, or with the root, by its level.
bool isConnected(const World& world, std::uint32_t slot);

/// After contacts of these members were dropped: mends the levels and returns, ascending, the members that nothing
/// connects with their carrier any more. Gives new roots to what floats and has lost its own, or has broken so that
/// another piece is larger than that of the root.
std::vector<std::uint32_t> mendLevels(World& world, std::span<const std::uint32_t> affected);

/// Whether a surface is (part of) what carries an aggregate.
bool isCarriedBy(const World& world, const Aggregate& aggregate, const ContactKey& boundary);

}  // namespace scree
