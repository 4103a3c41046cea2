// Why a grain is free, against what merging does.
#include <gtest/gtest.h>

#include <array>

#include "engine/analysis/why_free.h"
#include "engine/merging/merge_eligibility.h"
#include "engine/settings/presets.h"
#include "engine/world/placement.h"
#include "tests/support/drum_world.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

World mergingFloor() {
  World world = testing::emptyWorld();
  applyPreset(world.parameters, Preset::fast);
  world.parameters.reduction.merging = Switch::on;
  world.parameters.reduction.audit.split = Switch::off;
  testing::addFloor(world);
  return world;
}

FreeReason reasonOf(const World& world, const StepData& data, std::uint32_t slot = 0) {
  const auto why = whyFree(world, data, slot);
  EXPECT_TRUE(why.has_value());
  return why ? why->reason : FreeReason::mergingOff;
}

TEST(WhyFree, MergingMustBeOnAndAStepMade) {
  World world = mergingFloor();
  testing::addSphere(world, Vec3(0, 0, testing::kRadius));
  StepData data;
  EXPECT_EQ(reasonOf(world, data), FreeReason::notAsked);
  world.parameters.reduction.merging = Switch::off;
  step(world, data);
  EXPECT_EQ(reasonOf(world, data), FreeReason::mergingOff);
  world.parameters.reduction.merging = Switch::on;
  EXPECT_EQ(reasonOf(world, data), FreeReason::notAsked);
}

TEST(WhyFree, InFlightNothingPushes) {
  World world = mergingFloor();
  testing::addSphere(world, Vec3(0, 0, 0.5));
  StepData data;
  step(world, data);
  EXPECT_EQ(reasonOf(world, data), FreeReason::noPush);
}

TEST(WhyFree, AMemberHasNoReason) {
  World world = mergingFloor();
  testing::addSphere(world, Vec3(0, 0, testing::kRadius));
  StepData data;
  testing::run(world, data, 1.0);
  ASSERT_EQ(world.reduction.memberCount, 1U);
  EXPECT_FALSE(whyFree(world, data, 0).has_value());
}

TEST(WhyFree, OneThatComesToRestWaitsForTheWindowThenMerges) {
  World world = mergingFloor();
  testing::addSphere(world, Vec3(0, 0, testing::kRadius));
  world.parameters.reduction.merge.window = 5;
  StepData data;
  double before = 0.0;
  double window = 0.0;
  int waited = 0;
  for (int i = 0; i < 400 && world.reduction.memberCount == 0; ++i) {
    step(world, data);
    const auto why = whyFree(world, data, 0);
    if (why && why->reason == FreeReason::quietShortly) {
      EXPECT_EQ(why->allowed, reductionLimits(world).window);
      window = why->allowed;
      // Two steps more at each look, and nothing new in between.
      EXPECT_EQ(why->measured, world.step % 2 != 0 ? before : before == 0.0 ? 1.0 : before + 2.0);
      before = why->measured;
      ++waited;
    } else if (why) {
      before = 0.0;
      EXPECT_NE(why->reason, FreeReason::noCarrier);
    }
  }
  EXPECT_EQ(world.reduction.memberCount, 1U) << "at the look after the last one waited";
  EXPECT_LT(before, window);
  EXPECT_GE(before + 2.0, window) << "the look that merges it adds two";
  EXPECT_GE(waited, 4);
}

TEST(WhyFree, ASlidingOneIsBeyondTheSlidingLimitAndMovesTooFast) {
  World world = mergingFloor();
  world.materials.pairs[0] = testing::pelletLaw();
  world.materials.pairs[0].friction = 0.01;
  testing::addSphere(world, Vec3(0, 0, testing::kRadius), testing::kDiameter, Vec3(1.0, 0, 0));
  world.parameters.reduction.front.split = Switch::off;
  StepData data;
  testing::takeSteps(world, data, 20);
  auto why = whyFree(world, data, 0);
  ASSERT_TRUE(why.has_value());
  EXPECT_EQ(why->reason, FreeReason::notQuiet);
  EXPECT_EQ(why->limit, MergeLimit::sliding);
  EXPECT_NEAR(why->measured, world.particles.velocity[0].norm(), 0.02) << "it hardly rolls";
  EXPECT_EQ(why->allowed, reductionLimits(world).tangential);
  EXPECT_TRUE((ContactKey{0, why->partner}.isBoundary()));
  world.parameters.reduction.front.split = Switch::on;
  step(world, data);
  why = whyFree(world, data, 0);
  EXPECT_EQ(why->reason, FreeReason::moving);
  EXPECT_GT(why->measured, why->allowed);
}

TEST(WhyFree, TellsWhatWasFoundNoMatterWhoMergedBesideIt) {
  World world = testing::mergingDrum(0.3);
  StepData data;
  testing::run(world, data, 2.0);
  std::array<std::size_t, 3> counts{};
  for (int i = 0; i < 1500; ++i) {
    ASSERT_TRUE(step(world, data));
    if (!isLookedWhoMerges(world)) {
      continue;  // what was found is of the step before
    }
    for (const std::uint32_t slot : data.list.active) {
      const char standing = data.merging.busy[slot];
      if (!world.reduction.isFree(slot) || standing == kBusy || standing == kMayEndQuarantine) {
        continue;  // one in quarantine is held by less
      }
      const bool held = data.merging.held[slot] != 0;
      const auto why = whyFree(world, data, slot);
      ASSERT_TRUE(why.has_value());
      ASSERT_EQ(why->reason == FreeReason::moving, held) << i << ' ' << slot;
      if (why->reason == FreeReason::notQuiet) {
        ASSERT_NE(why->limit, MergeLimit::history) << i << ' ' << slot << ": nobody asks for accelerations";
      }
      ++counts[held ? 0 : 1];
    }
    counts[2] += data.merging.mergedSlots.size();
  }
  for (const std::size_t count : counts) {
    EXPECT_GT(count, 200U);
  }
}

TEST(WhyFree, WithoutFrictionNothingHolds) {
  World world = mergingFloor();
  world.materials.pairs[0] = testing::smoothLaw();
  testing::addSphere(world, Vec3(0, 0, testing::kRadius));
  StepData data;
  testing::run(world, data, 0.5);
  EXPECT_EQ(reasonOf(world, data), FreeReason::noFriction);
}

TEST(WhyFree, InsideASensorAndAfterASplit) {
  World world = mergingFloor();
  testing::addSphere(world, Vec3(0, 0, testing::kRadius));
  StepData data;
  testing::run(world, data, 1.0);
  ASSERT_EQ(world.reduction.memberCount, 1U);
  world.sensors.push_back({.name = "elsewhere", .pose = {Vec3(1, 0, 0), Quat::Identity()}});
  world.sensors.push_back({.name = "here"});
  step(world, data);
  auto why = whyFree(world, data, 0);
  ASSERT_TRUE(why.has_value());
  EXPECT_EQ(why->reason, FreeReason::quarantine);
  EXPECT_EQ(why->allowed, reductionLimits(world).quarantine);
  testing::run(world, data, 0.5);
  why = whyFree(world, data, 0);
  EXPECT_EQ(why->reason, FreeReason::sensor);
  EXPECT_EQ(why->partner, 1U);
}

TEST(WhyFree, QuietOnesThatNothingCarriesSaySo) {
  World world = mergingFloor();
  world.bodies.clear();
  // Nothing can ride on a curved surface that slides along itself, however slowly.
  const auto tub =
      testing::addShape(world, HollowCylinder{.radius = 0.1, .halfLength = 0.1}, {.position = Vec3(0, 0, 0.1)});
  world.bodies[tub].shapes[0].surfaceVelocity = Vec3(1e-9, 0, 0);
  testing::addSphere(world, Vec3(0, 0, testing::kRadius));
  StepData data;
  testing::run(world, data, 1.0);
  EXPECT_EQ(reasonOf(world, data), FreeReason::noCarrier);
}

}  // namespace
}  // namespace scree
