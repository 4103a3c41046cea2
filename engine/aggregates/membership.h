#pragma once

#include <span>

#include "engine/world/placement.h"
#include "engine/world/world.h"

// Algebra of aggregates: membership, and the sums over members that motion, reactions and energy need (METHOD.md 10.2).
// Joining and leaving cost the same for any size of the aggregate.
namespace scree {

/// Makes room for an entry of every particle in the reduction's arrays. Call it after particles were added.
void fitMembers(World& world);

/// Makes a free particle a member of an aggregate, at the place where it is. It has the aggregate's motion from now on.
void join(World& world, std::uint32_t slot, std::uint32_t aggregate);
/// Makes a member free again, where its aggregate has it, with the velocities of the rigid motion: v_A + w_A x r, w_A.
void leave(World& world, std::uint32_t slot);

/// Gives a member another mass [kg] and radius [m], with the aggregate's motion as it is.
void resizeMember(World& world, std::uint32_t slot, double mass, double radius);

/// Adds a contact to the kept ones and to the sums of the aggregate of `contact.a`; dropContact() takes it out of the
/// sums only.
void keepContact(World& world, const KeptContact& contact);
void dropContact(World& world, const KeptContact& contact);

/// Changes the forces of a kept contact, given by its place in Reduction::kept, and the sums of its aggregate [N, N,
/// N m].
void changeKeptForces(World& world, std::uint32_t place, double normalForce, const Vec3& tangentialForce,
                      const Vec3& torque);

/// Removes the particles of `slots`, which ascend; members leave their aggregates first. Slots of the others change.
void removeParticles(World& world, std::span<const std::size_t> slots);

/// Sums over the members of an aggregate with its frame at its present place.
struct RigidSums {
  Vec3 momentum = Vec3::Zero();         ///< N s
  Vec3 angularMomentum = Vec3::Zero();  ///< about the world's origin, spins included [N m s]
  double kinetic = 0.0;                 ///< J
  Vec3 moment = Vec3::Zero();           ///< Σ m x [kg m], x in the world
};
RigidSums sumsOf(const Aggregate& aggregate, const Vec3& velocity, const Vec3& angularVelocity);

}  // namespace scree
