#pragma once

#include "engine/settings/parameters.h"
#include "engine/world/world.h"

namespace scree {

struct StepData;

/// Motion of side b of a contact against side a (METHOD.md 3.1).
struct ContactVelocity {
  double normal = 0.0;      ///< u_n [m/s], negative: approaching
  double tangential = 0.0;  ///< |u_t| [m/s]
  double rolling = 0.0;     ///< |w_ab| [rad/s]
};

/// Motion at a contact of the last step, from the velocities at its end. `data` must hold that step.
ContactVelocity contactVelocity(const World& world, const StepData& data, const Contact& contact);

/// Carrier of a particle: its kind and the body and shape in the world.
struct Carried {
  Carrier carrier = Carrier::none;
  std::uint32_t body = 0;   ///< index of the body, of a body or belt
  std::uint32_t shape = 0;  ///< index of the shape in its body, of a belt

  bool operator==(const Carried&) const = default;
};

/// Carrier of a particle at rest on the surface of this contact: belt, body with another drive, or ground.
Carried carrierOf(const World& world, const ContactKey& boundary);

/// Velocity of the carrier at world point `p` [m/s]; zero for `ground`, `none` and aggregates.
Vec3 carrierVelocity(const World& world, const Carried& carried, const Vec3& p);

}  // namespace scree
