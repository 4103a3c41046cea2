#pragma once

#include <cmath>
#include <limits>

#include "engine/base/types.h"

namespace scree {

/// Axis-aligned box whose opposite sides are one along some axes: grains that leave by one side come in by the other
/// (METHOD.md 9.9).
struct PeriodicBox {
  Vec3 lower = Vec3::Zero();   ///< m; of periodic axes only
  Vec3 length = Vec3::Zero();  ///< from side to side [m]; 0: the axis is not periodic

  bool isOn() const { return length.x() > 0.0 || length.y() > 0.0 || length.z() > 0.0; }
  bool isAlong(int axis) const { return length[axis] > 0.0; }
  double upper(int axis) const { return lower[axis] + length[axis]; }

  /// Shortest of all vectors from images of one point to another, given one of them [m]: d - L floor(d/L + 1/2).
  Vec3 nearest(const Vec3& apart) const { return isOn() ? Vec3(apart + shiftToNearest(apart)) : apart; }

  /// Whole sides that take `apart` to nearest(apart) [m]; zero where the box is off or none is needed.
  Vec3 shiftToNearest(const Vec3& apart) const {
    Vec3 shift = Vec3::Zero();
    for (int axis = 0; axis < 3; ++axis) {
      if (length[axis] > 0.0) {
        shift[axis] = -length[axis] * std::floor(apart[axis] / length[axis] + 0.5);
      }
    }
    return shift;
  }

  /// Whole sides that take a finite point into the box, but for rounding [m].
  Vec3 shiftInto(const Vec3& p) const {
    Vec3 shift = Vec3::Zero();
    for (int axis = 0; axis < 3; ++axis) {
      if (length[axis] > 0.0) {
        shift[axis] = -length[axis] * std::floor((p[axis] - lower[axis]) / length[axis]);
      }
    }
    return shift;
  }

  /// Image of a finite point in the box: lower <= p < upper along periodic axes. A point in it keeps its bits.
  Vec3 wrapped(Vec3 p) const {
    for (int axis = 0; axis < 3; ++axis) {
      const double side = length[axis];
      if (!(side > 0.0) || (p[axis] >= lower[axis] && p[axis] < upper(axis))) {
        continue;
      }
      p[axis] -= side * std::floor((p[axis] - lower[axis]) / side);
      // Of a place just outside rounding may make the other side.
      p[axis] = p[axis] >= lower[axis] && p[axis] < upper(axis) ? p[axis] : lower[axis];
    }
    return p;
  }

  /// Calls use(shift) for the shifts [m] of the box itself, first, and of its neighbours.
  template <typename Use>
  void forNeighbours(Use use) const {
    const auto steps = [this](int axis) { return length[axis] > 0.0 ? 3 : 1; };
    for (int x = 0; x < steps(0); ++x) {
      for (int y = 0; y < steps(1); ++y) {
        for (int z = 0; z < steps(2); ++z) {
          use(Vec3(kSides[x] * length.x(), kSides[y] * length.y(), kSides[z] * length.z()));
        }
      }
    }
  }

  /// Calls use(shift) for the whole sides by which a box [m] comes to overlap a region, none included, ascending by z,
  /// then y, then x. Along axes that are not periodic both count as overlapping.
  template <typename Use>
  void forImagesIn(const Bounds& region, const Bounds& of, Use use) const {
    const auto first = [&](int axis) {
      return length[axis] > 0.0 ? std::ceil((region.lower[axis] - of.upper[axis]) / length[axis]) : 0.0;
    };
    const auto last = [&](int axis) {
      return length[axis] > 0.0 ? std::floor((region.upper[axis] - of.lower[axis]) / length[axis]) : 0.0;
    };
    for (double x = first(0); x <= last(0); x += 1.0) {
      for (double y = first(1); y <= last(1); y += 1.0) {
        for (double z = first(2); z <= last(2); z += 1.0) {
          use(Vec3(x * length.x(), y * length.y(), z * length.z()));
        }
      }
    }
  }

  /// The box, larger by a margin at each side [m]; endless along axes that are not periodic.
  Bounds around(double margin) const {
    Bounds box;
    for (int axis = 0; axis < 3; ++axis) {
      constexpr double kEndless = std::numeric_limits<double>::infinity();
      box.lower[axis] = length[axis] > 0.0 ? lower[axis] - margin : -kEndless;
      box.upper[axis] = length[axis] > 0.0 ? upper(axis) + margin : kEndless;
    }
    return box;
  }

  bool operator==(const PeriodicBox&) const = default;

 private:
  static constexpr double kSides[] = {0.0, -1.0, 1.0};
};

}  // namespace scree
