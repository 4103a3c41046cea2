// A list of candidates serves for several steps; what a step makes of it must not depend on when it was found.
#include <gtest/gtest.h>

#include <numeric>

#include "engine/base/parallel.h"
#include "engine/contacts/contacts.h"
#include "engine/contacts/near_members.h"
#include "engine/contacts/pairs.h"
#include "engine/settings/presets.h"
#include "engine/state/state.h"
#include "tests/support/drum_world.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

/// Runs both with one working storage and with a new one for every step; returns the steps that needed no search.
int stepsServed(World world, int steps) {
  World searched = world;
  StepData data;
  int served = 0;
  for (int i = 0; i < steps; ++i) {
    step(world, data);
    served += data.detection.candidates.age > 0 ? 1 : 0;
    StepData fresh;
    step(searched, fresh);
    if (stateHash(world) != stateHash(searched)) {
      ADD_FAILURE() << "differs in step " << i;
      return served;
    }
  }
  return served;
}

World drum(Preset preset) {
  World world = testing::drumWorld(300, 0.004, 0.006, 0.05, 7);
  applyPreset(world.parameters, preset);
  return world;
}

TEST(Candidates, OfAFlowGiveTheContactsOfAFreshSearch) {
  for (const Preset preset : {Preset::fast, Preset::paperWarm}) {
    EXPECT_GT(stepsServed(drum(preset), 300), 10);
  }
}

TEST(Candidates, OfAFedFlowGiveTheContactsOfAFreshSearch) {
  World world = drum(Preset::fast);
  testing::addFeed(world, 50.0, 0.004, 0.006);
  stepsServed(world, 200);
}

/// A list looks at where grains will be: those that fly on serve it out, three steps of four. Looked for where they
/// are, with the same margins, they would serve every other step only.
TEST(Candidates, OfGrainsThatFlyTogetherLast) {
  World world = testing::emptyWorld();
  applyPreset(world.parameters, Preset::fast);
  world.parameters.gravity.setZero();
  testing::addLattice(world, 10, 10, 5, 0.010, 0.013, 3);
  for (Vec3& velocity : world.particles.velocity) {
    velocity = Vec3(0.3, 0.2, -0.4);
  }
  EXPECT_GE(stepsServed(world, 40), 29);
}

/// More than are mended in a small scene; a large one is not searched as a whole for them.
TEST(Candidates, OfALargeSceneAreMendedWhereMoreMove) {
  World world = testing::emptyWorld();
  applyPreset(world.parameters, Preset::fast);
  world.parameters.gravity.setZero();
  world.parameters.impactSpeed = 0.05;  // without gravity all that approach would bounce
  testing::addLattice(world, 20, 20, 20, 0.010, 0.013, 3);
  StepData data;
  ASSERT_TRUE(step(world, data));
  ASSERT_EQ(data.detection.candidates.age, 0);
  std::size_t contacts = 0;
  for (int i = 1; i <= 3; ++i) {
    for (std::size_t k = 0; k < 250; ++k) {
      world.particles.position[31 * k + static_cast<std::size_t>(i)] += Vec3(2.5e-3, 0.0, 0.0);
    }
    World searched = world;
    ASSERT_TRUE(step(world, data));
    EXPECT_EQ(data.detection.candidates.age, i);
    EXPECT_GE(data.detection.candidates.mended, 250U);
    StepData fresh;
    ASSERT_TRUE(step(searched, fresh));
    EXPECT_EQ(stateHash(world), stateHash(searched));
    contacts += data.list.contacts.size();
  }
  EXPECT_GT(contacts, 20U);
}

/// Threads mend the pairs in pieces, between whose last and first ones new ones go.
TEST(Candidates, AreMendedByThreadsAlike) {
  World world = testing::emptyWorld();
  applyPreset(world.parameters, Preset::fast);
  world.parameters.gravity.setZero();
  testing::addLattice(world, 20, 20, 20, 0.010, 0.0101, 3);
  const std::size_t n = world.particles.size();
  ThreadPool pool(3);
  Grid grid;
  const std::vector<double> reach(n, 0.002);
  CandidateList shared;
  CandidateList alone;
  std::vector<std::uint32_t> active(n);
  std::iota(active.begin(), active.end(), 0U);
  for (std::size_t turn = 0; turn < 6; ++turn) {
    updateCandidates(world, active, reach, grid, &pool, shared);
    updateCandidates(world, active, reach, grid, nullptr, alone);
    ASSERT_EQ(shared.pairs, alone.pairs) << turn;
    ASSERT_EQ(shared.stale, alone.stale) << turn;
    ASSERT_EQ(shared.age, static_cast<int>(turn));
    if (turn > 0) {
      EXPECT_GT(shared.pieces.size(), 2U);
      EXPECT_EQ(alone.pieces.size(), 1U);
    }
    // Pieces of which one holds nothing any more, and of which all lose some; who is away comes back.
    for (std::size_t k = 0; k < 100; ++k) {
      world.particles.position[(turn % 2 == 0 ? 61 * k : k) + turn].z() += 0.006;
    }
    active.clear();
    for (std::uint32_t slot = 0; slot < n; ++slot) {
      if ((slot + turn) % 83 != 0) {
        active.push_back(slot);
      }
    }
  }
  EXPECT_GT(shared.pairs.size(), 20000U);
}

TEST(Candidates, AreMendedWhereGrainsMergeAndSplit) {
  World world = drum(Preset::fast);
  world.parameters.reduction.merging = Switch::on;
  StepData data;
  testing::run(world, data, 1.0);
  // All of it may be split at that moment, as the drum starts.
  while (world.reduction.memberCount == 0 && world.time < 1.5) {
    testing::takeSteps(world, data, 1);
  }
  ASSERT_GT(world.reduction.memberCount, 0U);
  const ReductionCounts before = world.reduction.counts;
  // Somebody merges or splits in most steps; without mending each of these would search for all pairs.
  EXPECT_GT(stepsServed(world, 200), 100);
  testing::run(world, data, 2.0);
  EXPECT_GT(world.reduction.counts.merges, before.merges + 200);
}

TEST(Candidates, OfARestingBedLast) {
  World world = testing::emptyWorld();
  applyPreset(world.parameters, Preset::fast);
  testing::addOpenBox(world, 5 * 1.1 * testing::kDiameter, 0.14);
  testing::addLattice(world, 5, 5, 4, 0.010, 0.013, 3);
  StepData data;
  testing::run(world, data, 2.0);
  EXPECT_GT(stepsServed(world, 100), 95);
}

TEST(Candidates, AreSearchedAnewWhenSomethingJumps) {
  World world = drum(Preset::fast);
  StepData data;
  testing::takeSteps(world, data, 100);
  // Swapped particles, a larger one and a moved one: nothing of it shows in the number of particles.
  const auto expectFresh = [&](const char* what) {
    World other = world;
    StepData fresh;
    listActive(other, fresh.list);
    findPairs(other, fresh.context, fresh.detection, fresh.list);
    makeContacts(other, fresh.context, fresh.detection, fresh.list);
    listActive(world, data.list);
    findPairs(world, data.context, data.detection, data.list);
    makeContacts(world, data.context, data.detection, data.list);
    ASSERT_EQ(data.list.contacts.size(), fresh.list.contacts.size()) << what;
    for (std::size_t i = 0; i < data.list.contacts.size(); ++i) {
      ASSERT_EQ(data.list.contacts[i].key, fresh.list.contacts[i].key) << what;
    }
  };
  expectFresh("nothing");
  std::swap(world.particles.position[3], world.particles.position[250]);
  expectFresh("swapped");
  world.particles.radius[17] *= 1.5;
  expectFresh("grown");
  world.particles.position[40] = world.particles.position[41] + Vec3(0.003, 0.0, 0.0);
  expectFresh("moved");
}

}  // namespace
}  // namespace scree
