#pragma once

namespace scree {

/// The gravity that hands reckon weights with [m/s²]: the world's, or the earth's where it has none.
inline double gravityOfHands(double gravity) {
  constexpr double kEarth = 9.81;
  return gravity > 0.0 ? gravity : kEarth;
}

}  // namespace scree
