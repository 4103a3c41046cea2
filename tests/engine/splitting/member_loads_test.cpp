// Kept contacts carry what members bear, and members that they cannot carry are split off.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "engine/aggregates/carriers.h"
#include "engine/aggregates/membership.h"
#include "engine/analysis/would_move.h"
#include "engine/scene/scene.h"
#include "engine/settings/presets.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

World mergingWorld(double friction, double rolling) {
  World world = testing::emptyWorld();
  applyPreset(world.parameters, Preset::fast);
  world.parameters.reduction.merging = Switch::on;
  world.parameters.reduction.audit.split = Switch::off;
  for (PairLaw& pair : world.materials.pairs) {
    pair.friction = friction;
    pair.rollingResistance = rolling;
  }
  testing::addFloor(world);
  return world;
}

std::size_t splitsByLoad(const World& world) { return world.reduction.counts.splitsBy(SplitIdea::load); }

/// Force of the kept contacts of all aggregates on bodies along z [N].
double keptOnBodies(const World& world) {
  double sum = 0.0;
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    for (const KeptLoad& load : aggregate.load.byBody) {
      sum += (aggregate.frame.pose.orientation * load.force).z();
    }
  }
  return sum;
}

TEST(MemberLoads, AMemberStaysOnASlopeBelowTheAngleOfFrictionAndLeavesAbove) {
  // With a friction of 0.5 the angle is 26.6°; of the force across, a tenth of what presses may be missing.
  for (const double degrees : {10.0, 20.0, 26.0, 36.0, 50.0}) {
    World world = mergingWorld(0.5, 2.0);
    testing::addSphere(world, Vec3(0, 0, testing::kRadius));
    StepData data;
    testing::run(world, data, 0.5);
    ASSERT_EQ(world.reduction.memberCount, 1U);
    const double angle = degrees * std::numbers::pi / 180.0;
    world.parameters.gravity = testing::kGravity * Vec3(std::sin(angle), 0.0, -std::cos(angle));
    testing::takeSteps(world, data, 10);
    const bool isCarried = std::tan(angle) < 0.5;
    EXPECT_EQ(world.reduction.memberCount, isCarried ? 1U : 0U) << degrees;
    EXPECT_EQ(splitsByLoad(world) > 0, !isCarried) << degrees;
  }
}

TEST(MemberLoads, AMemberWithoutRollingResistanceRollsOffASlope) {
  World world = mergingWorld(0.5, 0.0);
  testing::addSphere(world, Vec3(0, 0, testing::kRadius));
  StepData data;
  testing::run(world, data, 0.5);
  ASSERT_EQ(world.reduction.memberCount, 1U);
  // It gets 5/7 of g sin 15° = 0.18 g, of which a twentieth of its weight and as much of the floor's force are left.
  const double angle = 15.0 * std::numbers::pi / 180.0;
  world.parameters.gravity = testing::kGravity * Vec3(std::sin(angle), 0.0, -std::cos(angle));
  testing::takeSteps(world, data, 10);
  EXPECT_EQ(world.reduction.memberCount, 0U);
}

/// Three grains on top of each other that have merged.
World mergedStack(StepData& data) {
  World world = mergingWorld(0.5, 0.5);
  for (int i = 0; i < 3; ++i) {
    testing::addSphere(world, Vec3(0, 0, (2 * i + 1) * testing::kRadius));
  }
  testing::run(world, data, 1.0);
  return world;
}

TEST(MemberLoads, AStackOfMembersHandsASmallLoadDownToTheFloor) {
  StepData data;
  World world = mergedStack(data);
  ASSERT_EQ(world.reduction.memberCount, 3U);
  const double weight = testing::kGravity * world.particles.mass[0];
  EXPECT_NEAR(keptOnBodies(world), -3.0 * weight, 0.02 * weight);
  // A tenth of the weight more on each: less than what is opened for, and more than what is left.
  world.parameters.gravity *= 1.3;
  testing::takeSteps(world, data, 12);
  EXPECT_EQ(world.reduction.memberCount, 3U);
  EXPECT_NEAR(keptOnBodies(world), -3.9 * weight, 0.1 * 3.9 * weight);
}

TEST(MemberLoads, MembersThatBearMuchMoreThanWhenTheyMergedAreOpened) {
  StepData data;
  World world = mergedStack(data);
  ASSERT_EQ(world.reduction.memberCount, 3U);
  const double before = world.particles.position[2].z();
  world.parameters.gravity *= 4.0;
  testing::takeSteps(world, data, 12);
  EXPECT_GT(splitsByLoad(world), 0U);
  testing::run(world, data, 1.0);
  EXPECT_EQ(world.reduction.memberCount, 3U);
  // Overlaps of 3, 2 and 1 weights over k, the first of them with the floor, grow by three times as much.
  const double overlap = testing::kGravity * world.particles.mass[0] / testing::pelletLaw().stiffness;
  EXPECT_NEAR(before - world.particles.position[2].z(), 3.0 * 6.0 * overlap, 0.1 * 18.0 * overlap);
}

constexpr const char* kFloorThatGoes = R"(
scree: 1
name: floor that goes
duration: 5 s
time_step: 5 ms
reduction: {merging: on}
materials: {ore: {density: 2500 kg/m3}}
default_pair: {restitution: 0.2, friction: 0.5, rolling_resistance: 0.1, stiffness: 3 kN/m, damping_time: 1 ms}
bodies:
  walls:
    shapes: [{container: {size: [50 mm, 50 mm, 1.4 m], open: [-z, +z], material: ore}}]
  floor:
    shapes: [{rectangle: {size: [50 mm, 50 mm], material: ore}}]
    motion: [{translate: {direction: -z, speed: 100 mm/s, start: 2, ramp: 1}}]
particles:
  - fill:
      region: {box: {lower: [-24.9 mm, -24.9 mm, 1 mm], upper: [24.9 mm, 24.9 mm, 120 mm]}}
      count: 60
      sizes: {list: {diameters: [12 mm, 10 mm]}}
      material: ore
bounds: {lower: [-1, -1, -10], upper: [1, 1, 1]}
)";

TEST(MemberLoads, NoMemberHangsInTheAirWhereAFloorGoes) {
  SceneResult scene = loadSceneText(kFloorThatGoes, "floor.yaml");
  ASSERT_TRUE(scene.scene);
  World& world = scene.scene->world;
  StepData data;
  testing::run(world, data, 1.9);
  EXPECT_GT(world.reduction.memberCount, 50U);
  // What falls when asked has lost its support; a moment later it must be free.
  std::vector<ParticleId> falling;
  for (int i = 0; i < 25; ++i) {
    testing::takeSteps(world, data, 20);
    for (const ParticleId id : falling) {
      const auto at = std::lower_bound(world.particles.id.begin(), world.particles.id.end(), id);
      EXPECT_TRUE(world.reduction.isFree(static_cast<std::uint32_t>(at - world.particles.id.begin())))
          << id << " after " << world.time;
    }
    falling.clear();
    const WouldMove asked = wouldMove(world, nullptr);
    for (std::size_t k = 0; k < asked.slots.size(); ++k) {
      if (asked.speeds[k] > 0.5 * testing::kGravity * trialTime(world)) {
        falling.push_back(world.particles.id[asked.slots[k]]);
      }
    }
  }
}

}  // namespace
}  // namespace scree
