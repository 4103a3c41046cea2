#include <gtest/gtest.h>

#include "engine/analysis/bursts.h"

namespace scree {
namespace {

World grains(std::size_t count) {
  World world;
  for (std::size_t i = 0; i < count; ++i) {
    world.particles.add({.position = Vec3(0.1 * static_cast<double>(i), 0.0, 0.0)});
  }
  return world;
}

void setSpeeds(World& world, std::size_t moving, double speed) {
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    world.particles.velocity[i] = Vec3(i < moving ? speed : 0.0, 0.0, 0.0);
  }
}

TEST(Bursts, ABurstLastsFromEnoughGrainsToNone) {
  World world = grains(5);
  BurstCounter counter(0.01, 3);
  for (const std::size_t moving : {2UL, 3UL, 5UL, 1UL, 4UL, 0UL, 2UL, 0UL, 3UL}) {
    setSpeeds(world, moving, 0.02);
    counter.add(world);
  }
  // 3 begin the first, which 1 does not end; 0 does. Then 2 are too few, and 3 begin another.
  EXPECT_EQ(counter.bursts(), 2U);
}

TEST(Bursts, SlowGrainsAndMembersDoNotCount) {
  World world = grains(4);
  BurstCounter counter(0.01, 3);
  setSpeeds(world, 4, 0.009);
  counter.add(world);
  EXPECT_EQ(counter.bursts(), 0U);
  setSpeeds(world, 4, 0.02);
  world.reduction.aggregate = {0, 0, kFree, kFree};
  counter.add(world);
  EXPECT_EQ(counter.bursts(), 0U);
  world.reduction.aggregate = {0, kFree, kFree, kFree};
  counter.add(world);
  EXPECT_EQ(counter.bursts(), 1U);
}

}  // namespace
}  // namespace scree
