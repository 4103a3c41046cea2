#pragma once

#include "engine/base/types.h"

namespace scree {

/// What contacts do to something that moves as a whole.
struct Impulse {
  Vec3 linear = Vec3::Zero();   ///< N s
  Vec3 angular = Vec3::Zero();  ///< about the world's origin [N m s]

  Impulse& operator+=(const Impulse& other) {
    linear += other.linear;
    angular += other.angular;
    return *this;
  }
};

}  // namespace scree
