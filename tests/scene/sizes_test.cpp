#include "engine/geometry/sizes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace scree {
namespace {

struct Moments {
  double mean = 0.0;
  double deviation = 0.0;
  double smallest = 1e9;
  double largest = 0.0;
};

constexpr int kDraws = 100000;

Moments sample(const SizeDistribution& sizes) {
  Random random(3);
  Moments m;
  double squares = 0.0;
  for (int i = 0; i < kDraws; ++i) {
    const double d = drawDiameter(sizes, random);
    m.mean += d / kDraws;
    squares += d * d / kDraws;
    m.smallest = std::min(m.smallest, d);
    m.largest = std::max(m.largest, d);
  }
  m.deviation = std::sqrt(squares - m.mean * m.mean);
  return m;
}

// Tolerances: five standard errors of the mean of 1e5 draws.
TEST(Sizes, MomentsOfTheDraws) {
  const double errors = 5.0 / std::sqrt(double{kDraws});
  const Moments uniform = sample(UniformSizes{0.01, 0.02});
  EXPECT_NEAR(uniform.mean, 0.015, errors * 0.003);
  EXPECT_NEAR(uniform.deviation, 0.01 / std::sqrt(12.0), errors * 0.003);
  EXPECT_GE(uniform.smallest, 0.01);
  EXPECT_LE(uniform.largest, 0.02);
  const Moments normal = sample(NormalSizes{0.01, 0.001, 0.008, 0.012});
  EXPECT_NEAR(normal.mean, 0.01, errors * 0.001);
  EXPECT_NEAR(normal.deviation, 0.001 * std::sqrt(1.0 - 4.0 * 0.05399 / 0.9545), errors * 0.001);  // cut at two sigma
  EXPECT_GE(normal.smallest, 0.008);
  EXPECT_LE(normal.largest, 0.012);
  EXPECT_EQ(sample(SingleSize{0.013}).largest, 0.013);
}

TEST(Sizes, ListByNumberAndByMass) {
  const ListedSizes byNumber{{0.01, 0.02}, {3.0, 1.0}, false};
  EXPECT_DOUBLE_EQ(meanDiameter(byNumber), 0.0125);
  EXPECT_NEAR(sample(byNumber).mean, 0.0125, 5.0 * 0.0043 / std::sqrt(double{kDraws}));
  // Equal masses of d and 2 d: eight small ones for each large one.
  const ListedSizes byMass{{0.01, 0.02}, {0.5, 0.5}, true};
  EXPECT_DOUBLE_EQ(meanDiameter(byMass), (8.0 * 0.01 + 0.02) / 9.0);
  EXPECT_NEAR(sample(byMass).mean, meanDiameter(byMass), 5.0 * 0.0031 / std::sqrt(double{kDraws}));
  EXPECT_EQ(smallestDiameter(byMass), 0.01);
  EXPECT_EQ(largestDiameter(byMass), 0.02);
}

TEST(Sizes, ProblemsAreNamed) {
  EXPECT_EQ(problemOf(SingleSize{0.01}), "");
  EXPECT_NE(problemOf(SingleSize{0.0}), "");
  EXPECT_NE(problemOf(SingleSize{NAN}), "");
  EXPECT_EQ(problemOf(ListedSizes{{0.01}, {1.0}, false}), "");
  EXPECT_NE(problemOf(ListedSizes{{}, {}, false}), "");
  EXPECT_NE(problemOf(ListedSizes{{0.01, 0.02}, {1.0}, false}), "");
  EXPECT_NE(problemOf(ListedSizes{{0.01}, {0.0}, false}), "");
  EXPECT_NE(problemOf(ListedSizes{{0.01, 0.02}, {1.0, -1.0}, false}), "");
  EXPECT_NE(problemOf(UniformSizes{0.02, 0.01}), "");
  EXPECT_EQ(problemOf(NormalSizes{0.01, 0.0, 0.01, 0.01}), "");
  EXPECT_NE(problemOf(NormalSizes{0.01, 0.001, 0.011, 0.012}), "");
  // A cut that keeps next to nothing would be drawn for ever.
  EXPECT_NE(problemOf(NormalSizes{0.01, 1.0, 0.0099, 0.0101}), "");
}

}  // namespace
}  // namespace scree
