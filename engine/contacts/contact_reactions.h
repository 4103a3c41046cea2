#pragma once

#include "engine/contacts/surfaces.h"
#include "engine/world/bodies.h"
#include "engine/world/contact.h"
#include "engine/world/impulse.h"

namespace scree {

/// Reaction of a contact on its body: impulse [N s], angular impulse about `about` [N m s] and work [J]; the caller
/// divides them by the time. `surface` is the point of contact in the world.
inline Reaction reactionOf(const Contact& contact, const SurfaceContact& moving, const Multipliers& multipliers,
                           const Vec3& surface, const Vec3& about) {
  const Vec3 impulse = multipliers.normal * contact.normal + multipliers.tangential;
  const Vec3 spin = multipliers.rolling + multipliers.twisting * contact.normal;
  return {.force = impulse,
          .torque = (surface - about).cross(impulse) + spin,
          .power = -(impulse.dot(moving.velocity) + spin.dot(moving.spin))};
}

/// Impulse [N s] of a contact on an aggregate, and angular impulse about the world's origin [N m s]. `surface` is the
/// point of contact.
inline Impulse impulseOf(const Vec3& normal, const Multipliers& multipliers, const Vec3& surface) {
  const Vec3 impulse = multipliers.normal * normal + multipliers.tangential;
  const Vec3 spin = multipliers.rolling + multipliers.twisting * normal;
  return {.linear = impulse, .angular = surface.cross(impulse) + spin};
}

}  // namespace scree
