#include <gtest/gtest.h>

#include <cmath>

#include "engine/analysis/column.h"

namespace scree {
namespace {

constexpr HertzColumn kColumn{
    .count = 3, .radius = 0.0065, .mass = 0.0042563, .effectiveModulus = 3.2e6, .gravity = 9.81};

TEST(Column, OverlapsCarryTheWeightAbove) {
  const std::vector<double> overlaps = hertzOverlaps(kColumn);
  ASSERT_EQ(overlaps.size(), 3U);
  for (int level = 0; level < 3; ++level) {
    const double stiffness = 4.0 / 3.0 * 3.2e6 * std::sqrt(level == 0 ? 0.0065 : 0.00325);
    const double force = stiffness * std::pow(overlaps[static_cast<std::size_t>(level)], 1.5);
    EXPECT_NEAR(force / ((3 - level) * 0.0042563 * 9.81), 1.0, 1e-12) << level;  // round-off of two powers
  }
  EXPECT_NEAR(hertzHeight(kColumn), 3 * 0.013 - overlaps[0] - overlaps[1] - overlaps[2], 1e-15);
}

TEST(Column, ErrorTellsWrongFromRestless) {
  const HeightError low = heightError(std::vector<double>{0.98, 0.98}, 1.0);
  EXPECT_NEAR(low.offset, -0.02, 1e-15);
  EXPECT_NEAR(low.unrest, 0.0, 1e-15);
  const HeightError bouncing = heightError(std::vector<double>{0.97, 1.03}, 1.0);
  EXPECT_NEAR(bouncing.offset, 0.0, 1e-15);
  EXPECT_NEAR(bouncing.rms(), 0.03, 1e-15);
  EXPECT_EQ(heightError({}, 1.0).rms(), 0.0);
}

}  // namespace
}  // namespace scree
