// Masses by size that left through sinks.
#include "engine/analysis/sieving/size_partition.h"

#include <gtest/gtest.h>

#include "tests/support/worlds.h"

namespace scree {
namespace {

World worldWith(const std::vector<std::vector<double>>& diametersOfSinks) {
  World world = testing::emptyWorld();
  for (const std::vector<double>& diameters : diametersOfSinks) {
    Sink& sink = world.sinks.emplace_back();
    for (const double d : diameters) {
      sink.departures.push_back({.diameter = d, .mass = 1e6 * d * d * d});
    }
  }
  return world;
}

TEST(SizePartition, NothingLeft) { EXPECT_TRUE(partitionBySize(worldWith({{}, {}})).empty()); }

TEST(SizePartition, FewSizesAreAClassEach) {
  const std::vector<SizeClass> classes =
      partitionBySize(worldWith({{0.01, 0.02, 0.01}, {0.02, 0.02 * (1.0 + 1e-12), 0.03}}));
  ASSERT_EQ(classes.size(), 3U);
  EXPECT_EQ(classes[0].smallest, 0.01);
  EXPECT_EQ(classes[0].largest, 0.01);
  EXPECT_DOUBLE_EQ(classes[0].mass[0], 2.0);
  EXPECT_EQ(classes[0].mass[1], 0.0);
  EXPECT_DOUBLE_EQ(classes[1].mass[0], 8.0);
  EXPECT_NEAR(classes[1].mass[1], 16.0, 1e-9);
  EXPECT_NEAR(classes[1].massInAll, 24.0, 1e-9);
  EXPECT_DOUBLE_EQ(classes[2].mass[1], 27.0);
}

TEST(SizePartition, ManySizesAreInClassesOfEqualWidth) {
  std::vector<double> all;
  double mass = 0.0;
  for (int i = 0; i <= 100; ++i) {
    all.push_back(0.004 + 0.0001 * i);
    mass += 1e6 * all.back() * all.back() * all.back();
  }
  const std::vector<SizeClass> classes = partitionBySize(worldWith({all}), 5);
  ASSERT_EQ(classes.size(), 5U);
  double sum = 0.0;
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(classes[i].smallest, 0.004 + 0.002 * static_cast<double>(i), 1e-15);
    EXPECT_NEAR(classes[i].largest, 0.006 + 0.002 * static_cast<double>(i), 1e-15);
    sum += classes[i].massInAll;
  }
  EXPECT_NEAR(sum, mass, 1e-9 * mass);
}

}  // namespace
}  // namespace scree
