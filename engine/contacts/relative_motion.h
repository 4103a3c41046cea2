#pragma once

#include <array>

#include "engine/world/contact.h"

namespace scree {

/// How the two sides of a contact move against each other at the end of a step.
struct Slip {
  Vec3 velocity = Vec3::Zero();  ///< u, of b against a at the contact [m/s]
  Vec3 spin = Vec3::Zero();      ///< w_ab [rad/s]
};

/// As it was rounded.
inline Slip slipOf(const ContactMotion& motion) {
  const auto vectorOf = [](const std::array<float, 4>& v) { return Vec3(double{v[0]}, double{v[1]}, double{v[2]}); };
  return {vectorOf(motion.velocity), vectorOf(motion.spin)};
}

}  // namespace scree
