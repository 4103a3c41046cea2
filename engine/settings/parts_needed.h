#pragma once

#include <algorithm>
#include <cmath>

namespace scree {

/// A step is divided when something moves by more than so many radii in it against a particle that it would meet; or by
/// more than half a radius a substep.
constexpr double kFarthestWay = 2.0;
/// In a part of a divided step it moves by no more radii: so far ahead contacts between particles are found.
constexpr double kWayOfPart = 1.0;
/// And in a substep by no more.
constexpr double kWayOfSubstep = 0.5;
/// Parts of a step at most: enough for something at 50 radii a step that throws particles twice as fast.
constexpr int kMostParts = 128;

/// Radii a step that need no division, where a step has so many substeps.
inline double wayWithoutParts(int substeps) {
  return substeps == 1 ? kFarthestWay : std::min(kFarthestWay, kWayOfSubstep * substeps);
}

/// Parts of a step in which something moves by `ways` radii against a particle that it would meet; not limited.
inline double partsNeeded(double ways) { return std::max(1.0, std::ceil(ways / kWayOfPart)); }

}  // namespace scree
