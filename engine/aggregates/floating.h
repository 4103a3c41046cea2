#pragma once

#include <span>
#include <vector>

#include "engine/world/world.h"

// Aggregates that nothing carries: to the solver each is a body of its own that forces move.
namespace scree {

/// Whether any aggregate with members floats.
bool hasFloating(const World& world);

/// Whether the solver has to move bodies, or aggregates that float.
bool hasMachine(const World& world);

/// Inertia about the origin of a mass whose Σ m x xᵀ is `spread` [kg m²].
Mat3 inertiaOf(const Mat3& spread);

/// Mass, centre and inertia of an aggregate's members, in its frame.
BodyMass massOf(const Aggregate& aggregate);

/// A body without shapes that moves and weighs as a floating aggregate; of other aggregates one that nothing moves.
Body bodyOf(const Aggregate& aggregate);
/// Takes place and velocities of such a body, if they are numbers.
void takeMotion(const Body& body, Aggregate& aggregate);

/// Makes a floating aggregate for free particles, which are still to be joined to it: its frame is at their centre of
/// mass and has their momentum and angular momentum, spins included, so that they lose energy at most. `slots` ascend.
/// Returns its place, which may be that of one that is empty, from `from` on.
std::uint32_t addFloating(World& world, std::span<const std::uint32_t> slots, std::uint32_t from = 0);

/// Whether a member is the one that the levels of its floating aggregate are counted from.
bool isRoot(const World& world, std::uint32_t slot);

/// Slots of an aggregate's members, ascending.
std::vector<std::uint32_t> membersOf(const World& world, std::uint32_t index);

/// The member nearest to the centre of mass becomes the root of an aggregate that has members.
void chooseRoot(World& world, std::uint32_t index);

}  // namespace scree
