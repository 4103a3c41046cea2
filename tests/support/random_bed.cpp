#include "tests/support/random_bed.h"

#include <cmath>
#include <utility>

#include "engine/base/random.h"
#include "tests/support/worlds.h"

namespace scree::testing {

namespace {

constexpr double kSpacing = 0.825;  // of the diameter: 69 % of the space is filled, more than settled spheres do
constexpr double kShift = 0.05;     // of the spacing, along each axis: 2.7 pairs a sphere

}  // namespace

Cloud randomBed(std::size_t count, double diameter, std::size_t depth, bool shuffled, std::uint64_t seed) {
  Random random(seed);
  const auto side =
      static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(count) / static_cast<double>(depth))));
  Cloud bed;
  bed.positions.reserve(count);
  bed.radii.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 shift = randomShift(random, kShift);
    const std::size_t row = i / side % side;
    const std::size_t layer = i / (side * side);
    const Vec3 site(static_cast<double>(i % side), static_cast<double>(row), static_cast<double>(layer));
    bed.positions.emplace_back(kSpacing * diameter * (site + shift));
    bed.radii.push_back(0.5 * diameter * random.uniform(0.8, 1.0));
  }
  for (std::size_t i = count; shuffled && i > 1; --i) {
    const auto other = static_cast<std::size_t>(random.next() % i);
    std::swap(bed.positions[i - 1], bed.positions[other]);
    std::swap(bed.radii[i - 1], bed.radii[other]);
  }
  return bed;
}

}  // namespace scree::testing
