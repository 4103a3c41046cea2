#pragma once

#include <algorithm>

#include "engine/collision/collision_constants.h"
#include "engine/collision/surface.h"

namespace scree {

constexpr std::uint32_t kContainerWalls = 6;  ///< features: -x +x -y +y -z +z
constexpr std::uint32_t kCylinderWalls = 3;   ///< features: the round one, the low cap, the high cap

/// Number of walls of a shape whose front and back are features of their own; the features of the backs follow those of
/// the fronts.
inline std::uint32_t wallsOf(const Shape& shape) {
  if (std::holds_alternative<Container>(shape)) {
    return kContainerWalls;
  }
  if (std::holds_alternative<HollowCylinder>(shape)) {
    return kCylinderWalls;
  }
  return std::holds_alternative<Rectangle>(shape) ? 1 : 0;
}

/// Side of a shape's thin walls on which a sphere is. Each wall has one feature for spheres in front of it and another,
/// `walls` farther, for spheres behind it: so the contact of a step tells the next one the side. A sphere that touched
/// neither feature is on the side of its centre, or of its centre before it moved. A wall holds a sphere in front until
/// its centre is a radius through, and a sphere behind until it is collision::kDeepestBehindWall radii through
/// (METHOD.md 9.5). The past is looked up only for spheres that touch no wall in front.
class WallSides {
 public:
  WallSides(const SurfacePast& past, std::uint32_t walls, double radius)
      : past_(past), walls_(walls), radius_(radius) {}

  /// `inFront` [m] is how far in front of the plane or the cylinder of a wall the centre is; `wasIn`: before the last
  /// move it was in front of all walls. Past a rim (`isOver` false) the sides meet: nothing keeps a sphere from going
  /// round it.
  bool isBehind(std::uint32_t wall, double inFront, bool wasIn, bool isOver) {
    if (past_.isInFront || inFront >= collision::kDeepestBehindWall * radius_) {
      return false;
    }
    if (!isOver || inFront < -radius_) {
      return inFront < 0.0;
    }
    lookUp();
    if (isTouched(wall + walls_)) {
      return true;
    }
    // A sphere that touched any wall in front is in the room.
    const bool wasInFront = (touched_ & ((1U << walls_) - 1U)) != 0;
    return !wasInFront && inFront < 0.0 && !wasIn;
  }

 private:
  bool isTouched(std::uint32_t feature) const { return (touched_ >> feature & 1U) != 0; }

  void lookUp() {
    if (isLookedUp_) {
      return;
    }
    isLookedUp_ = true;
    // Keys out of order, as in a forged state, give differences that are no features.
    for (auto at = std::lower_bound(past_.touched.begin(), past_.touched.end(), past_.base);
         at != past_.touched.end() && at->a == past_.base.a && at->b - past_.base.b < 2 * walls_; ++at) {
      touched_ |= 1U << (at->b - past_.base.b);
    }
  }

  const SurfacePast& past_;
  std::uint32_t walls_;
  double radius_;
  std::uint32_t touched_ = 0;  ///< features, a bit each
  bool isLookedUp_ = false;
};

}  // namespace scree
