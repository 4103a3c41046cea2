// The same world gives the same bits: restored, with any number of threads, beside another one.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string_view>
#include <thread>

#include "engine/base/parallel.h"
#include "engine/settings/presets.h"
#include "engine/solver/batch_kernels.h"
#include "engine/state/state.h"
#include "tests/support/busy_world.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

constexpr int kSteps = 200;

std::uint64_t hashAfter(World world, int steps, int threads = 1) {
  const auto pool = threads > 1 ? std::make_unique<ThreadPool>(threads) : nullptr;
  StepData data;
  data.context.threads = pool.get();
  testing::takeSteps(world, data, steps);
  return stateHash(world);
}

class RestoredRun : public ::testing::TestWithParam<WarmStart> {};

TEST_P(RestoredRun, EqualsTheUninterruptedOne) {
  World world = testing::busyWorld(GetParam());
  StepData data;
  testing::takeSteps(world, data, 101);
  World restored = restoreState(saveState(world));
  StepData fresh;
  testing::takeSteps(world, data, kSteps - 101);
  testing::takeSteps(restored, fresh, kSteps - 101);
  EXPECT_EQ(stateHash(restored), stateHash(world));
  EXPECT_EQ(saveState(restored), saveState(world));  // budget and reactions too
  // The run was one worth comparing.
  EXPECT_GT(world.particles.size(), 50U);
  EXPECT_GT(world.sinks[0].departures.size() + world.faultCount, 0U);
  EXPECT_EQ(hashAfter(testing::busyWorld(GetParam()), kSteps), stateHash(world));
}

INSTANTIATE_TEST_SUITE_P(WarmStarts, RestoredRun,
                         ::testing::Values(WarmStart::off, WarmStart::history, WarmStart::model),
                         [](const auto& named) { return std::string(nameOf(named.param)); });

TEST(Determinism, ThreadsDoNotMatter) {
  // More than two pieces of work of 1024 particles each.
  World world = testing::emptyWorld();
  world.parameters.sweeps = 5;
  world.parameters.impactSweeps = 5;
  testing::addOpenBox(world, 16 * 1.1 * testing::kDiameter, 0.2);
  testing::addLattice(world, 14, 14, 12, 0.009, 0.013, 8);
  const std::uint64_t expected = hashAfter(world, 40, 1);
  for (const int threads : {2, 3, 8}) {
    EXPECT_EQ(hashAfter(world, 40, threads), expected) << threads;
  }
}

/// Spheres pressed together on a lattice, filled layer by layer along its shortest axis: more contacts than the
/// solver takes for few.
World pressedLattice() {
  World world = testing::emptyWorld();
  for (int k = 0; k < 17; ++k) {
    for (int j = 0; j < 20; ++j) {
      for (int i = 0; i < 24; ++i) {
        testing::addSphere(world, 0.99 * testing::kDiameter * Vec3(i, j, k), testing::kDiameter);
      }
    }
  }
  return world;
}

class InstructionSets : public ::testing::TestWithParam<Preset> {};

TEST_P(InstructionSets, GiveTheSameBitsWhereProductsAreRoundedAlike) {
  World start = testing::emptyWorld();
  applyPreset(start.parameters, GetParam());
  testing::addOpenBox(start, 8 * 1.1 * testing::kDiameter, 0.2);
  testing::addLattice(start, 7, 7, 6, 0.009, 0.013, 8);
  start.parameters.sweeps = std::min(start.parameters.sweeps, 20);
  start.parameters.impactSweeps = start.parameters.sweeps;
  const auto isFused = [](std::string_view set) {
    return set.substr(0, 4) == "AVX2" || set.substr(0, 4) == "AVX3" || set == "NEON";
  };
  std::map<bool, World> ends;  // by whether a product is rounded before it is added
  for (const std::string_view set : instructionSets()) {
    ASSERT_TRUE(useInstructionSet(set));
    World world = start;
    StepData data;
    testing::takeSteps(world, data, 40);
    const auto [known, isNew] = ends.try_emplace(isFused(set), world);
    if (!isNew) {
      EXPECT_EQ(stateHash(world), stateHash(known->second)) << set;
    }
  }
  useInstructionSet("");
  if (ends.size() == 2) {
    // One rounding more in 6e-8, through 40 steps in which grains fall on each other: paths part, and not by much.
    double apart = 0.0;
    for (std::size_t i = 0; i < start.particles.size(); ++i) {
      apart = std::max(apart, (ends[true].particles.position[i] - ends[false].particles.position[i]).norm());
    }
    EXPECT_GT(apart, 0.0);
    EXPECT_LT(apart, 1e-3 * testing::kDiameter);
  }
}

INSTANTIATE_TEST_SUITE_P(Presets, InstructionSets, ::testing::Values(Preset::paper, Preset::fast),
                         [](const auto& named) { return named.param == Preset::fast ? "Fast" : "Paper"; });

TEST(Determinism, SlabsOfManyContactsFollowTheOrderOfFilling) {
  World world = pressedLattice();
  const World start = world;
  StepData data;
  testing::takeSteps(world, data, 1);
  ASSERT_GT(data.batched.problem.owned.size(), 20000U);
  const std::vector<std::uint32_t>& begin = data.batched.problem.slabBegin;
  ASSERT_GT(begin.size(), 8U);
  for (std::size_t slab = 0; slab + 1 < begin.size(); ++slab) {
    const auto first = data.batched.problem.slotOf.begin() + begin[slab];
    const auto last = data.batched.problem.slotOf.begin() + begin[slab + 1];
    if (first != last) {
      // At most the two layers that a slab's width may take in.
      EXPECT_LT(*std::max_element(first, last) - *std::min_element(first, last), 2U * 20U * 24U) << slab;
    }
  }
  const std::uint64_t expected = hashAfter(start, 3, 1);
  for (const int threads : {2, 3, 8}) {
    EXPECT_EQ(hashAfter(start, 3, threads), expected) << threads;
  }
}

TEST(Determinism, TwoWorldsAtOnceAreAsAlone) {
  World other = testing::busyWorld(WarmStart::off);
  other.parameters.gravity = Vec3(1, 0, -5);
  const std::uint64_t aloneA = hashAfter(testing::busyWorld(), 120, 2);
  const std::uint64_t aloneB = hashAfter(other, 120, 2);
  std::uint64_t togetherA = 0;
  std::uint64_t togetherB = 0;
  {
    const std::jthread a([&] { togetherA = hashAfter(testing::busyWorld(), 120, 2); });
    const std::jthread b([&] { togetherB = hashAfter(other, 120, 2); });
  }
  EXPECT_EQ(togetherA, aloneA);
  EXPECT_EQ(togetherB, aloneB);
  EXPECT_NE(togetherA, togetherB);
}

TEST(Determinism, MeasurementsOfAnOldStepDoNotLeak) {
  // One StepData used for two worlds in turn gives what a fresh one gives.
  World a = testing::busyWorld();
  World b = testing::busyWorld(WarmStart::model);
  StepData shared;
  for (int i = 0; i < 60; ++i) {
    step(a, shared);
    step(b, shared);
  }
  EXPECT_EQ(stateHash(a), hashAfter(testing::busyWorld(), 60));
  EXPECT_EQ(stateHash(b), hashAfter(testing::busyWorld(WarmStart::model), 60));
}

}  // namespace
}  // namespace scree
