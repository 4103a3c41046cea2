#include "engine/base/types.h"

#include <cmath>

namespace scree {

namespace {

/// Half turns below this [rad] are taken from the series of sine and cosine: its next terms are under 1e-17 there.
constexpr double kSmallHalfTurn = 0.02;

}  // namespace

Quat rotated(const Quat& q, const Vec3& w, double dt) {
  const double squared = 0.25 * dt * dt * w.squaredNorm();
  if (squared == 0.0) {
    return q;
  }
  double cosine = 0.0;
  double sineOverAngle = 0.0;
  if (squared < kSmallHalfTurn * kSmallHalfTurn) {
    cosine = 1.0 - squared / 2.0 * (1.0 - squared / 12.0 * (1.0 - squared / 30.0));
    sineOverAngle = 1.0 - squared / 6.0 * (1.0 - squared / 20.0 * (1.0 - squared / 42.0));
  } else {
    const double half = std::sqrt(squared);
    cosine = std::cos(half);
    sineOverAngle = std::sin(half) / half;
  }
  const Vec3 axis = (0.5 * dt * sineOverAngle) * w;
  return (Quat(cosine, axis.x(), axis.y(), axis.z()) * q).normalized();
}

}  // namespace scree
