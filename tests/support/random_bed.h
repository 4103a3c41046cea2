#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/types.h"

namespace scree::testing {

/// Spheres in space, without a world around them.
struct Cloud {
  std::vector<Vec3> positions;  ///< [m]
  std::vector<double> radii;    ///< [m]
};

/// A bed as dense as a settled one, made without settling: a cubic lattice of spheres of 0.8 to 1 times `diameter`,
/// each shifted at random, `depth` layers high. It has about 2.7 overlapping pairs a sphere and is a little denser than
/// a settled bed (69 % filled), so it is no easier to search. `shuffled`: slots are in random order, else in that of
/// the lattice.
Cloud randomBed(std::size_t count, double diameter, std::size_t depth, bool shuffled, std::uint64_t seed);

}  // namespace scree::testing
