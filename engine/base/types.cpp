#include "engine/base/types.h"

#include <cmath>

namespace scree {

namespace {

/// Half turns below these [rad] are taken from the series of sine and cosine: the next terms are under 3e-17 there.
constexpr double kSmallHalfTurn = 0.02;
constexpr double kNotLargeHalfTurn = 0.1;
/// Squares of lengths are made one to first order when they differ from it by less: what is left is 3/8 of its square.
constexpr double kNearlyOne = 1e-8;

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

Quat turned(const Quat& q, const Vec3& turn) {
  const double squared = 0.25 * turn.squaredNorm();
  if (squared == 0.0) {
    return q;
  }
  if (squared >= kNotLargeHalfTurn * kNotLargeHalfTurn) {
    return rotated(q, turn, 1.0);
  }
  const double cosine =
      1.0 - squared * (1.0 / 2.0 - squared * (1.0 / 24.0 - squared * (1.0 / 720.0 - squared * (1.0 / 40320.0))));
  const double sineShare =
      0.5 - squared * (1.0 / 12.0 - squared * (1.0 / 240.0 - squared * (1.0 / 10080.0 - squared * (1.0 / 725760.0))));
  const Vec3 axis = sineShare * turn;
  Quat product = Quat(cosine, axis.x(), axis.y(), axis.z()) * q;
  const double length = product.squaredNorm();
  if (std::abs(length - 1.0) > kNearlyOne) {
    return product.normalized();
  }
  product.coeffs() *= 1.5 - 0.5 * length;
  return product;
}

}  // namespace scree
