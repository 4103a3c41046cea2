// A run that was saved and goes on from there is the same run, bit for bit: with merging as well, whatever lists and
// sums the uninterrupted one has grown meanwhile.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/parallel.h"
#include "engine/scene/scene.h"
#include "engine/session/recording.h"
#include "engine/session/session.h"
#include "engine/settings/presets.h"
#include "engine/state/state.h"
#include "engine/step/step.h"
#include "tests/support/drum_world.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

/// A shipped scene with merging.
World shipped(const std::string& name) {
  const SceneResult result = loadScene(std::filesystem::path(SCREE_SOURCE_DIR) / "resources/scenes" / (name + ".yaml"));
  EXPECT_TRUE(result.scene.has_value()) << name;
  World world = result.scene->world;
  world.parameters.reduction.merging = Switch::on;
  return world;
}

/// A world that was restored, and how it is stepped.
struct Restored {
  explicit Restored(int threads) : pool(threads) {}
  void goOnFrom(const World& other) {
    world = restoreState(saveState(other));
    data = StepData{};
    data.context.threads = pool.size() > 1 ? &pool : nullptr;
  }
  ThreadPool pool;
  World world;
  StepData data;
};

/// Steps a scene to a time at which grains merge and split. Then one world is saved and restored once, others every few
/// steps, on one and on three threads: all must stay the same as the uninterrupted one.
void expectTheSameRun(const std::string& name, double begin, int steps) {
  constexpr int kEvery = 8;  // steps between saved states, and half as many between comparisons
  World world = shipped(name);
  StepData data;
  testing::run(world, data, begin);
  const ReductionCounts before = world.reduction.counts;
  std::array<Restored, 3> others = {Restored(1), Restored(1), Restored(3)};
  for (Restored& other : others) {
    other.goOnFrom(world);
  }
  for (int i = 1; i <= steps; ++i) {
    step(world, data);
    for (Restored& other : others) {
      step(other.world, other.data);
    }
    if (i % (kEvery / 2) == 0) {
      const std::uint64_t expected = stateHash(world);
      for (std::size_t k = 0; k < others.size(); ++k) {
        ASSERT_EQ(stateHash(others[k].world), expected) << name << ", restored world " << k << ", step " << world.step;
      }
    }
    if (i % kEvery == 0) {
      others[1].goOnFrom(world);
      others[2].goOnFrom(world);
    }
  }
  std::uint64_t splits = 0;
  for (std::size_t cause = 0; cause < kSplitCauseCount; ++cause) {
    splits += world.reduction.counts.splits[cause] - before.splits[cause];
  }
  EXPECT_GT(world.reduction.counts.merges - before.merges, 100U) << name;
  EXPECT_GT(splits, 100U) << name;
}

TEST(SlowResume, ADrumGoesOnAsItself) { expectTheSameRun("drum", 1.45, 160); }
TEST(SlowResume, AConveyorGoesOnAsItself) { expectTheSameRun("conveyor", 3.0, 160); }
TEST(SlowResume, ACollapseGoesOnAsItself) { expectTheSameRun("collapse", 1.4, 160); }
TEST(SlowResume, AnExcavatorGoesOnAsItself) { expectTheSameRun("excavator", 4.0, 120); }
TEST(SlowResume, ABulldozerGoesOnAsItself) { expectTheSameRun("bulldozer", 2.0, 160); }

/// Takes steps until there is nothing to do.
void settle(Session& session) {
  while (session.advance() == 0.0) {
  }
}

/// Steps a session, goes to and fro in its run, replays what it recorded, and looks at the states on the way.
void expectTheSameStates(const World& start, std::uint64_t steps) {
  Session session(start, false);
  std::vector<std::uint64_t> hashes = {stateHash(session.world())};
  const std::uint64_t first = session.world().step;
  for (std::uint64_t i = 0; i < steps; ++i) {
    session.post(StepOnce{});
    settle(session);
    hashes.push_back(stateHash(session.world()));
  }
  EXPECT_GT(session.world().reduction.counts.merges, start.reduction.counts.merges + 20);
  const auto run = std::make_shared<std::promise<std::shared_ptr<const Recording>>>();
  session.post(TakeRecording{run});
  settle(session);
  for (int replayed = 0; replayed < 2; ++replayed) {
    for (const double share : {0.99, 0.13, 0.5, 0.49, 0.0, 0.87, 0.03, 1.0}) {
      const auto at = static_cast<std::uint64_t>(share * static_cast<double>(steps));
      session.post(SeekTo{first + at});
      settle(session);
      ASSERT_EQ(session.world().step, first + at);
      EXPECT_EQ(stateHash(session.world()), hashes[at]) << "step " << at << ", replayed " << replayed;
    }
    EXPECT_FALSE(session.snapshots().latest()->run.timeline.diverged);
    if (replayed == 0) {
      session.post(ReplayRecording{run->get_future().get()});
      settle(session);
    }
  }
}

TEST(Resume, SeekingAndReplayingAMergedRunGivesTheSameStates) {
  World start = testing::mergingDrum(0.3);
  StepData data;
  testing::run(start, data, 2.0);
  expectTheSameStates(start, 150);
}

TEST(SlowResume, SeekingAndReplayingAShippedDrumGivesTheSameStates) {
  World start = shipped("drum");
  StepData data;
  testing::run(start, data, 1.81);
  expectTheSameStates(start, 60);
}

}  // namespace
}  // namespace scree
