#pragma once

#include "engine/step/aggregate_sums.h"
#include "engine/step/contact_list.h"
#include "engine/step/reference_work.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// What a contact's impulses do to its body: impulse [N s], angular impulse about `about` [N m s] and work [J], to be
/// divided by the time they act in. `surface` is the point of contact.
inline Reaction reactionOf(const Contact& contact, const SurfaceContact& moving, const Multipliers& multipliers,
                           const Vec3& surface, const Vec3& about) {
  const Vec3 impulse = multipliers.normal * contact.normal + multipliers.tangential;
  const Vec3 spin = multipliers.rolling + multipliers.twisting * contact.normal;
  return {.force = impulse,
          .torque = (surface - about).cross(impulse) + spin,
          .power = -(impulse.dot(moving.velocity) + spin.dot(moving.spin))};
}

/// What a contact's impulses do to an aggregate, where `surface` is the point of contact.
inline Impulse impulseOf(const Vec3& normal, const Multipliers& multipliers, const Vec3& surface) {
  const Vec3 impulse = multipliers.normal * normal + multipliers.tangential;
  const Vec3 spin = multipliers.rolling + multipliers.twisting * normal;
  return {.linear = impulse, .angular = surface.cross(impulse) + spin};
}

/// At the start of a step: substeps add to the reactions.
void clearReactions(World& world);

/// Moves the kinematic bodies by their velocities.
void moveBodies(World& world, double time);

/// Books what the particles did to the bodies in a substep, then moves everything by the new velocities: x <- x + Δt v
/// (METHOD.md 4.14).
void advancePositions(World& world, const StepContext& context, ContactList& list, AggregateSums& sums,
                      ReferenceWork& reference);

}  // namespace scree
