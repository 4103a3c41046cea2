// Bodies added to a world that runs.
#include "engine/session/changes/extend_world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/session/session.h"
#include "engine/settings/presets.h"
#include "engine/state/state.h"
#include "engine/world/placement.h"
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
  const std::uint64_t versionBefore = session.snapshots().latest()->run.worldVersion;
  const Vec3 place = session.world().particles.position[0];
  session.post(ExtendWorld{std::make_shared<const World>(sceneWithBox(0.0, Vec3(0.5, 0, 0.3)))});
  session.advance();
  EXPECT_EQ(session.world().step, 8U);
  EXPECT_EQ(session.world().particles.position[0], place);
  EXPECT_EQ(session.world().bodies.size(), 2U);
  const std::shared_ptr<const Snapshot> shown = session.snapshots().latest();
  EXPECT_EQ(shown->scene.bodies.size(), 2U);
  EXPECT_GT(shown->run.worldVersion, versionBefore);
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

TEST(WithdrawBodies, TheWorldIsAsIfTheBodyHadNeverBeenThere) {
  World world = scene();
  StepData data;
  testing::takeSteps(world, data, 10);
  const std::uint64_t before = stateHash(world);
  ASSERT_TRUE(extendWorld(world, sceneWithBox(0.0, Vec3(0.5, 0, 0.3))).done);
  EXPECT_NE(stateHash(world), before);
  const ExtensionResult result = withdrawBodies(world, data, scene());
  EXPECT_TRUE(result.done);
  EXPECT_EQ(result.message, "");
  world.reduction.splitAll = false;  // asked for with the body, of no effect where nothing is merged
  EXPECT_EQ(stateHash(world), before);
}

/// A scene with a box in the air, and grains that have come to rest on it and merged with it.
World bedOnABox(double mass, StepData& data) {
  World world = sceneWithBox(mass, Vec3(0.0, 0.0, 0.025));
  world.particles = {};
  for (int i = 0; i < 9; ++i) {
    const double x = 0.014 * (i % 3 - 1);
    const double y = 0.014 * (i / 3 - 1);
    testing::addSphere(world, Vec3(x, y, 0.05 + testing::kRadius));
    testing::addSphere(world, Vec3(x, y, 0.05 + 3.0 * testing::kRadius));
  }
  applyPreset(world.parameters, Preset::fast);
  world.parameters.reduction.merging = Switch::on;
  SplitSensor sensor{.name = "far", .shape = SensorSphere{0.01}, .body = 1};
  sensor.pose.position = Vec3(5, 0, 0);
  world.sensors.push_back(sensor);
  testing::run(world, data, 1.0);
  world.pull = Pull{.grip = Grip{.body = 1}, .target = world.bodies[1].pose.position};
  return world;
}

TEST(WithdrawBodies, GrainsThatRestedOnItAndMergedFall) {
  for (const double mass : {0.0, 0.5}) {
    StepData data;
    World world = bedOnABox(mass, data);
    ASSERT_EQ(world.reduction.memberCount, 18U) << mass << " kg";
    const std::size_t contacts = world.history.keys.size();
    const double carried = mass * testing::kGravity * world.bodies[1].pose.position.z();
    const double left = world.budget.totalLeft;
    World plain = scene();
    plain.particles = {};
    ASSERT_TRUE(withdrawBodies(world, data, plain).done);
    EXPECT_EQ(world.bodies.size(), 1U);
    EXPECT_TRUE(world.sensors.empty());
    EXPECT_FALSE(world.pull);
    EXPECT_TRUE(world.bodyContacts.empty());
    EXPECT_EQ(world.reduction.memberCount, 0U);
    EXPECT_EQ(world.reduction.kept.size(), 0U);
    EXPECT_TRUE(world.reduction.aggregates.empty());
    EXPECT_GT(world.history.keys.size(), contacts) << "contacts among the grains go on with what they carried";
    for (const ContactKey& key : world.history.keys) {
      EXPECT_FALSE(key.isBoundary()) << "only the box was touched";
    }
    EXPECT_NEAR(world.budget.totalLeft - left, carried, 1e-6 * (1.0 + carried)) << "the box was at rest";
    const World restored = restoreState(saveState(world));
    EXPECT_EQ(stateHash(restored), stateHash(world)) << "nothing in it points to what is gone";
    // What merging there is from here on is with the floor, on which all of them lie after 0.1 s of fall.
    StepData fresh;
    testing::run(world, fresh, 1.0);
    placeMembers(world);
    double lowest = 1.0;
    for (std::size_t i = 0; i < world.particles.size(); ++i) {
      lowest = std::min(lowest, world.particles.position[i].z());
      EXPECT_LT(world.particles.position[i].z(), 0.05) << "it was 0.0565 and more on the box";
    }
    EXPECT_NEAR(lowest, testing::kRadius, 0.01 * testing::kDiameter);
    EXPECT_EQ(world.faultCount, 0U);
  }
}

TEST(WithdrawBodies, AnotherSceneIsRefusedAndNothingChanges) {
  World world = sceneWithBox(1.0, Vec3(0.5, 0, 0.3));
  StepData data;
  const std::uint64_t before = stateHash(world);
  World other = scene();
  other.bodies[0].name = "ground";
  EXPECT_FALSE(withdrawBodies(world, data, other).done);
  World more = sceneWithBox(1.0, Vec3(0.5, 0, 0.3));
  testing::addFloor(more);
  EXPECT_FALSE(withdrawBodies(world, data, more).done);
  EXPECT_EQ(stateHash(world), before);
}

TEST(WithdrawBodies, ASessionGoesOnWithoutThemAndStartsOverFromTheSceneBefore) {
  const auto before = std::make_shared<const World>(scene());
  const auto after = std::make_shared<const World>(sceneWithBox(0.0, Vec3(0.5, 0, 0.3)));
  Session session(scene(), false);
  const auto stepTo = [&](std::uint64_t step) {
    session.post(StepOnce{static_cast<int>(step - session.world().step)});
    while (session.world().step < step) {
      session.advance();
    }
  };
  stepTo(5);
  session.post(ExtendWorld{after});
  stepTo(9);
  ASSERT_EQ(session.world().bodies.size(), 2U);
  const Vec3 place = session.world().particles.position[0];
  session.post(ExtendWorld{before});
  session.advance();
  EXPECT_EQ(session.world().step, 9U);
  EXPECT_EQ(session.world().particles.position[0], place);
  EXPECT_EQ(session.world().bodies.size(), 1U);
  EXPECT_EQ(session.snapshots().latest()->scene.bodies.size(), 1U);
  stepTo(12);
  session.post(ExtendWorld{after});
  stepTo(14);
  EXPECT_EQ(session.world().bodies.size(), 2U) << "and in again";
  session.post(ExtendWorld{before});
  session.post(Restart{});
  session.advance();
  EXPECT_EQ(session.world().step, 0U);
  EXPECT_EQ(session.world().bodies.size(), 1U);
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
  EXPECT_NE(session.snapshots().latest()->run.message.find("starts anew"), std::string::npos);
}

}  // namespace
}  // namespace scree
