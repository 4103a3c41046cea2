// Bodies added to a world that runs.
#include "engine/session/extend_world.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/session/session.h"
#include "engine/world/state.h"
#include "tests/support/machines.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

World scene() {
  World world = testing::emptyWorld();
  testing::addFloor(world);
  testing::addSphere(world, Vec3(0, 0, 0.1));
  return world;
}

/// The scene with a box added behind the floor.
World sceneWithBox(double mass, const Vec3& place) {
  World world = scene();
  testing::addBox(world, Vec3(0.05, 0.05, 0.05), mass, {.position = place});
  world.bodies.back().name = "added";
  return world;
}

TEST(ExtendWorld, TheRunGoesOnWithTheBody) {
  World world = scene();
  StepData data;
  testing::takeSteps(world, data, 10);
  const Vec3 place = world.particles.position[0];
  const std::uint64_t plain = stateHash(world);
  const ExtensionResult result = extendWorld(world, sceneWithBox(2.0, Vec3(0.5, 0, 0.3)));
  EXPECT_TRUE(result.done);
  EXPECT_EQ(result.message, "");
  EXPECT_EQ(world.bodies.size(), 2U);
  EXPECT_EQ(world.step, 10U);
  EXPECT_EQ(world.particles.position[0], place);
  EXPECT_NE(stateHash(world), plain);
  // What the body brings in is booked as come in, not as gained.
  const double energy = world.budget.totalEntered;
  EXPECT_NEAR(energy, 2.0 * testing::kGravity * 0.3, 1e-9);
  testing::takeSteps(world, data, 1);
  // A free fall in steps loses m g² dt² / 2 in each.
  const double dt = world.parameters.timeStep;
  const double lost = 0.5 * 2.0 * std::pow(testing::kGravity * dt, 2);
  EXPECT_NEAR(world.budget.stepDissipation, lost, 0.05 * lost);
}

TEST(ExtendWorld, GrainsWhereTheBodyIsAreCounted) {
  World world = scene();
  const ExtensionResult result = extendWorld(world, sceneWithBox(0.0, Vec3(0, 0, 0.1)));
  EXPECT_TRUE(result.done);
  EXPECT_NE(result.message.find("1 grain was where the added body is"), std::string::npos) << result.message;
}

TEST(ExtendWorld, AnotherSceneIsRefusedAndNothingChanges) {
  World world = scene();
  const std::uint64_t before = stateHash(world);
  World other = sceneWithBox(1.0, Vec3(0.5, 0, 0.3));
  other.bodies[0].name = "ground";
  EXPECT_FALSE(extendWorld(world, other).done);
  World fewer = scene();
  fewer.bodies.clear();
  EXPECT_FALSE(extendWorld(world, fewer).done);
  EXPECT_EQ(stateHash(world), before);
}

TEST(ExtendWorld, ASessionGoesOnFromThereAndStartsOverFromTheNewScene) {
  Session session(scene(), false);
  session.post(StepOnce{8});
  while (session.world().step < 8) {
    session.advance();
  }
  const std::uint64_t versionBefore = session.snapshots().latest()->worldVersion;
  const Vec3 place = session.world().particles.position[0];
  session.post(ExtendWorld{std::make_shared<const World>(sceneWithBox(0.0, Vec3(0.5, 0, 0.3)))});
  session.advance();
  EXPECT_EQ(session.world().step, 8U);
  EXPECT_EQ(session.world().particles.position[0], place);
  EXPECT_EQ(session.world().bodies.size(), 2U);
  const std::shared_ptr<const Snapshot> shown = session.snapshots().latest();
  EXPECT_EQ(shown->bodies.size(), 2U);
  EXPECT_GT(shown->worldVersion, versionBefore);
  session.post(StepOnce{5});
  while (session.world().step < 13) {
    session.advance();
  }
  const std::uint64_t later = stateHash(session.world());
  // Back in time as far as the body is there, and on again to the same bits.
  session.post(SeekTo{9});
  for (int i = 0; i < 100 && session.world().step != 9; ++i) {
    session.advance();
  }
  EXPECT_EQ(session.world().bodies.size(), 2U);
  session.post(SeekTo{13});
  for (int i = 0; i < 100 && session.world().step != 13; ++i) {
    session.advance();
  }
  EXPECT_EQ(stateHash(session.world()), later);
  session.post(Restart{});
  session.advance();
  EXPECT_EQ(session.world().step, 0U);
  EXPECT_EQ(session.world().bodies.size(), 2U);
}

TEST(ExtendWorld, WhereTheSceneIsAnotherOneItStartsAnewAndSaysSo) {
  Session session(scene(), false);
  session.post(StepOnce{3});
  while (session.world().step < 3) {
    session.advance();
  }
  World other = sceneWithBox(0.0, Vec3(0.5, 0, 0.3));
  other.materials.list[0].name = "another";
  session.post(ExtendWorld{std::make_shared<const World>(other)});
  session.advance();
  EXPECT_EQ(session.world().step, 0U);
  EXPECT_NE(session.snapshots().latest()->message.find("starts anew"), std::string::npos);
}

}  // namespace
}  // namespace scree
