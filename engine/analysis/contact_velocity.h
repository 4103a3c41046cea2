#pragma once

#include "engine/settings/parameters.h"
#include "engine/world/world.h"

namespace scree {

struct StepData;

/// How the two sides of a contact move against each other (METHOD.md 3.1).
struct ContactVelocity {
  double normal = 0.0;      ///< u_n [m/s], negative: approaching
  double tangential = 0.0;  ///< |u_t| [m/s]
  double rolling = 0.0;     ///< |w_ab| [rad/s]
};

/// Of a contact of the last step, with the velocities at its end.
ContactVelocity contactVelocity(const World& world, const StepData& data, const Contact& contact);

/// What carries somebody, and which one of its kind.
struct Carried {
  Carrier carrier = Carrier::none;
  std::uint32_t body = 0;   ///< of a body or belt
  std::uint32_t shape = 0;  ///< of a belt

  bool operator==(const Carried&) const = default;
};

/// What a particle at rest on this surface is carried by.
Carried carrierOf(const World& world, const ContactKey& boundary);

/// Velocity of the carrier at world point `p`; zero for `none`.
Vec3 carrierVelocity(const World& world, const Carried& carried, const Vec3& p);

}  // namespace scree
