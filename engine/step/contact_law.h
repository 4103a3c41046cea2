#pragma once

#include "engine/world/world.h"

namespace scree {

/// The coefficients of a contact (method.md 3).
struct ContactLaw {
  double effectiveRadius = 0.0;  ///< r* [m]
  double stiffness = 0.0;        ///< k [N/m], or N/m^1.5 for Hertz
  double exponent = 1.0;         ///< e_H: 1 linear, 5/4 Hertz
  double dampingTime = 0.0;      ///< c [s]
  double restitution = 0.0;
  double friction = 0.0;
  double rollingLimit = 0.0;   ///< μ_r r* [m]
  double twistingLimit = 0.0;  ///< α μ r* [m]
};
ContactLaw lawOf(const World& world, const Contact& contact);

}  // namespace scree
