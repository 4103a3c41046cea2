// Landings on a belt as they are seen step by step.
#include "engine/analysis/drums/belt_landings.h"

#include <gtest/gtest.h>

#include "engine/step/step.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

/// A belt of 1 m x 2 m along y, at 0.25 m/s.
World beltWorld() {
  World world = testing::emptyWorld();
  const std::uint32_t belt = testing::addShape(world, Rectangle{0.5, 1.0});
  world.bodies[belt].drives.push_back({SurfaceMotion{0, Vec3::UnitY()}, {.value = 0.25}});
  world.parameters.timeStep = 0.001;
  return world;
}

void watchUntil(World& world, LandingWatch& watch, double until) {
  StepData data;
  while (world.time + 0.5 * world.parameters.timeStep < until) {
    ASSERT_TRUE(step(world, data));
    watch.take(world, data);
  }
}

TEST(LandingWatch, FindsTheWidestBeltAndItsSides) {
  World world = beltWorld();
  const std::uint32_t other = testing::addShape(world, SolidBox{Vec3(0.1, 3.0, 0.1)});
  world.bodies[other].drives.push_back({SurfaceMotion{0, Vec3::UnitY()}, {.value = 1.0}});
  const std::optional<BeltFrame> belt = widestBelt(world);
  ASSERT_TRUE(belt);
  EXPECT_EQ(belt->body, 0U);
  EXPECT_EQ(belt->width, 1.0);
  EXPECT_EQ(belt->length, 2.0);
  EXPECT_LT((belt->along - Vec3::UnitY()).norm(), 1e-15);
  EXPECT_LT((belt->across + Vec3::UnitX()).norm(), 1e-15);
  EXPECT_FALSE(widestBelt(testing::emptyWorld()));
}

TEST(LandingWatch, APelletLandsOnceWhereItFirstTouches) {
  World world = beltWorld();
  testing::addSphere(world, Vec3(0.2, -0.3, 0.1));
  testing::addSphere(world, Vec3(0.2, -0.3, 0.1 + 2.5 * testing::kDiameter));  // onto the first
  LandingWatch watch(world, *widestBelt(world));
  watchUntil(world, watch, 0.5);
  ASSERT_EQ(watch.landings().size(), 2U);
  const Landing& first = watch.landings()[0];
  const double fall = std::sqrt(2.0 * (0.1 - 0.5 * testing::kDiameter) / 9.81);
  EXPECT_NEAR(first.time, fall, 0.003) << "a step or two, and the height that a step falls";
  EXPECT_NEAR(first.across, 0.3, 1e-9) << "half of the width, less 0.2 along -x";
  EXPECT_NEAR(first.along, -0.3, 1e-3);
  EXPECT_NEAR(first.moving, -0.3 - 0.25 * first.time, 1e-3);
  EXPECT_DOUBLE_EQ(first.diameter, testing::kDiameter);
  EXPECT_NEAR(watch.way(), 0.25 * 0.5, 1e-9);
  EXPECT_EQ(landingsBetween(watch.landings(), 0.0, first.time).size(), 1U);
}

TEST(LandingWatch, PelletsThatLieThereDoNotCount) {
  World world = beltWorld();
  testing::addSphere(world, Vec3(0.0, 0.0, 0.5 * testing::kDiameter - 1e-5));
  testing::addSphere(world, Vec3(0.0, 0.0, 1.5 * testing::kDiameter - 2e-5));
  LandingWatch watch(world, *widestBelt(world));
  watchUntil(world, watch, 0.05);
  EXPECT_TRUE(watch.landings().empty());
}

TEST(LandingWatch, ASinkOnTheBeltTakesWhatLands) {
  World world = beltWorld();
  Sink sink;
  sink.pose.position = Vec3(0.0, 0.0, 0.02);
  sink.halfExtents = Vec3(0.5, 1.0, 0.01);
  world.sinks.push_back(sink);
  Sink far;
  far.pose.position = Vec3(0.0, 0.0, 0.5);
  far.halfExtents = Vec3(0.05, 0.05, 0.05);
  world.sinks.push_back(far);
  testing::addSphere(world, Vec3(0.2, 0.4, 0.2));
  testing::addSphere(world, Vec3(0.0, 0.0, 0.5));  // taken high over the belt: no landing
  LandingWatch watch(world, *widestBelt(world));
  watchUntil(world, watch, 0.4);
  EXPECT_EQ(world.particles.size(), 0U);
  ASSERT_EQ(watch.landings().size(), 1U);
  EXPECT_NEAR(watch.landings()[0].across, 0.3, 1e-9);
  EXPECT_NEAR(watch.landings()[0].along, 0.4, 1e-9);
  EXPECT_NEAR(watch.landings()[0].moving, 0.4 - 0.25 * watch.landings()[0].time, 3e-4) << "a step of the belt";
}

}  // namespace
}  // namespace scree
