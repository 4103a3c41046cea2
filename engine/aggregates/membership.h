#pragma once

#include <span>

#include "engine/world/placement.h"
#include "engine/world/world.h"

// The algebra of aggregates: who is a member of what, and the sums over members that motion, reactions and energy need.
// Joining and leaving cost the same however large the aggregate is.
namespace scree {

/// Gives every particle an entry.
void fitMembers(World& world);

/// Makes a free particle a member of an aggregate, at the place where it is. It has the aggregate's motion from now on.
void join(World& world, std::uint32_t slot, std::uint32_t aggregate);
/// Makes a member free again, where its aggregate has it, with the velocities of the rigid motion: v_A + w_A x r, w_A.
void leave(World& world, std::uint32_t slot);

/// Keeps a contact, and drops one: the sums of the aggregate that `contact.a` is in.
void keepContact(World& world, const KeptContact& contact);
void dropContact(World& world, const KeptContact& contact);

/// Removes particles, members among them: these slots, which ascend.
void removeParticles(World& world, std::span<const std::size_t> slots);

/// Sums over the members of an aggregate as its frame is now.
struct RigidSums {
  Vec3 momentum = Vec3::Zero();         ///< N s
  Vec3 angularMomentum = Vec3::Zero();  ///< about the world's origin, spins included [N m s]
  double kinetic = 0.0;                 ///< J
  Vec3 moment = Vec3::Zero();           ///< Σ m x [kg m], x in the world
};
RigidSums sumsOf(const Aggregate& aggregate, const Vec3& velocity, const Vec3& angularVelocity);

}  // namespace scree
