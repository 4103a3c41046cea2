#pragma once

#include <span>
#include <vector>

#include "engine/world/world.h"

// Floating aggregates: aggregates without a carrier. The solver treats each as a body of its own that forces move
// (METHOD.md 10.16).
namespace scree {

/// True if an aggregate with members floats.
bool hasFloating(const World& world);

/// True if the solver has to move dynamic bodies or floating aggregates.
bool hasMachine(const World& world);

/// Inertia about the origin of a mass whose Σ m x xᵀ is `spread` [kg m²].
Mat3 inertiaOf(const Mat3& spread);

/// Mass, centre and inertia of an aggregate's members, in its frame.
BodyMass massOf(const Aggregate& aggregate);

/// A body without shapes that has the mass and the motion of a floating aggregate; for a carried aggregate a body
/// without a mass.
Body bodyOf(const Aggregate& aggregate);
/// Gives a floating aggregate pose and velocities of the body that bodyOf() made; leaves it as it is if they are not
/// finite.
void takeMotion(const Body& body, Aggregate& aggregate);

/// Adds an empty floating aggregate for the free particles `slots`, which ascend; the caller joins them. Its frame is
/// at their centre of mass and has their momentum and angular momentum, spins included, so that they lose energy at
/// most. Returns its index, at least `from`, which may be that of an empty aggregate.
std::uint32_t addFloating(World& world, std::span<const std::uint32_t> slots, std::uint32_t from = 0);

/// True if a member is the root of its floating aggregate, from which levels are counted.
bool isRoot(const World& world, std::uint32_t slot);

/// Slots of an aggregate's members, ascending.
std::vector<std::uint32_t> membersOf(const World& world, std::uint32_t index);

/// Makes the member nearest to the centre of mass the root of an aggregate. The aggregate must have members.
void chooseRoot(World& world, std::uint32_t index);

}  // namespace scree
