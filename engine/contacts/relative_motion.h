#pragma once

#include <array>

#include "engine/world/contact.h"

namespace scree {

/// Relative motion of the two sides of a contact at the end of a step.
struct Slip {
  Vec3 velocity = Vec3::Zero();  ///< velocity u of b against a at the contact [m/s]
  Vec3 spin = Vec3::Zero();      ///< w_ab [rad/s]
};

/// Relative motion from its rounded form.
inline Slip slipOf(const ContactMotion& motion) {
  const auto vectorOf = [](const std::array<float, 4>& v) { return Vec3(double{v[0]}, double{v[1]}, double{v[2]}); };
  return {vectorOf(motion.velocity), vectorOf(motion.spin)};
}

}  // namespace scree
