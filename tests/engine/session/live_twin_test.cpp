// A twin beside a running world: the same state but for one setting, in step with it, and without any effect on it.
#include "engine/session/live_twin.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "engine/analysis/oracle.h"
#include "engine/analysis/repose.h"
#include "engine/session/session.h"
#include "engine/state/state.h"
#include "tests/support/bed.h"
#include "tests/support/drum_world.h"
#include "tests/support/hand_made.h"
#include "tests/support/slow_world.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSinceStart(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A drum in which grains merge, come and leave.
World mergingTwinDrum(int threads = 1) {
  World world = testing::drumWorld(150, 0.010, 0.013, 0.08, 2);
  applyPreset(world.parameters, Preset::fast);
  world.parameters.reduction.merging = Switch::on;
  world.parameters.reduction.front.split = Switch::off;  // grains merge within few steps, as the window is as it is set
  world.parameters.reduction.merge.window = 3;
  world.parameters.threads = threads;
  world.bodies[0].drives[0].speed.value = 0.5;
  testing::addFeed(world, 40.0, 0.010, 0.013);
  Sink sink;
  sink.pose.position = Vec3(0.0, 0.0, -0.075);
  sink.halfExtents = Vec3(0.02, 0.1, 0.01);
  world.sinks.push_back(sink);
  return world;
}

void advance(Session& session, int steps) {
  session.post(StepOnce{steps});
  const std::uint64_t end = session.world().step + static_cast<std::uint64_t>(steps);
  session.advance();
  while (session.world().step < end) {
    session.advance();
  }
}

std::shared_ptr<const Snapshot> latestOf(Session& session) { return session.snapshots().latest(); }

TEST(LiveTwin, ChangesNoBitOfTheRunBesideIt) {
  World alone = mergingTwinDrum();
  StepData data;
  testing::takeSteps(alone, data, 120);
  ASSERT_GT(alone.reduction.counts.merges, 0U) << "the difference must matter";
  for (const int threads : {1, 3}) {
    Session session(mergingTwinDrum(threads), false);
    session.request({.oracle = true});
    advance(session, 20);
    session.post(StartTwin{});
    advance(session, 60);
    ASSERT_NE(latestOf(session)->twin.snapshot, nullptr);
    EXPECT_GT(latestOf(session)->twin.snapshot->reading.largest, 0.0);
    session.post(StartTwin{{TwinDifference::preset, Preset::paper}});
    advance(session, 40);
    World result = session.world();
    result.parameters.threads = 1;
    EXPECT_EQ(stateHash(result), stateHash(alone)) << threads << " threads";
  }
}

TEST(LiveTwin, IsTheSameRunButForItsDifference) {
  for (const TwinChoice choice :
       {TwinChoice{TwinDifference::merging}, TwinChoice{TwinDifference::warmStart},
        TwinChoice{TwinDifference::preset, Preset::paper}, TwinChoice{TwinDifference::preset, Preset::accurate}}) {
    World full = mergingTwinDrum();
    StepData data;
    testing::takeSteps(full, data, 40);
    full = restoreState(saveState(full));
    LiveTwin twin(full, choice, 1);
    switch (choice.difference) {
      case TwinDifference::merging:
        full.parameters.reduction.merging = Switch::off;
        break;
      case TwinDifference::warmStart:
        full.parameters.warmStart = WarmStart::off;
        break;
      case TwinDifference::preset:
        applyPreset(full.parameters, choice.preset);
        break;
    }
    StepData fresh;
    testing::takeSteps(full, fresh, 20);
    const std::atomic<int> never{0};
    for (int i = 0; i < 20; ++i) {
      ASSERT_TRUE(twin.step(nullptr, never, never));
    }
    EXPECT_EQ(stateHash(twin.world()), stateHash(full)) << twinName(choice);
  }
}

TEST(LiveTwin, EverySnapshotHasBothAtTheSameTime) {
  Session session(mergingTwinDrum(), true);
  session.post(SetTargetRate{0.0});
  session.post(StartTwin{});
  int seen = 0;
  while (session.world().step < 60) {
    session.advance();
    const std::shared_ptr<const Snapshot> shown = latestOf(session);
    ASSERT_NE(shown->twin.snapshot, nullptr);
    const TwinSnapshot& twin = *shown->twin.snapshot;
    EXPECT_EQ(twin.other->run.step, shown->run.step);
    EXPECT_EQ(twin.other->run.time, shown->run.time);
    EXPECT_EQ(twin.steps, shown->run.step);
    EXPECT_EQ(twin.other->scene.parameters.reduction.merging, Switch::off);
    EXPECT_EQ(shown->scene.parameters.reduction.merging, Switch::on);
    EXPECT_EQ(twin.other->run.worldVersion, shown->run.worldVersion);
    EXPECT_EQ(twin.other->reduction.level.level(), 0.0);
    ASSERT_EQ(shown->twin.apart.size(), shown->particles());
    ASSERT_EQ(twin.other->twin.apart.size(), twin.other->particles());
    ++seen;
  }
  EXPECT_GT(seen, 10);
  const TwinSnapshot& twin = *latestOf(session)->twin.snapshot;
  for (const TwinCost& cost : twin.cost) {
    EXPECT_GT(cost.step, 0.0);
    EXPECT_GT(cost.total, cost.step);
  }
  EXPECT_DOUBLE_EQ(totalSpeedUp(twin), twin.cost[1].total / twin.cost[0].total);
  EXPECT_TRUE(twin.processorTime);
}

TEST(LiveTwin, ReadsHowFarTheRunsAreApart) {
  Session session(mergingTwinDrum(), false);
  session.post(StartTwin{});
  advance(session, 80);
  const std::shared_ptr<const Snapshot> shown = latestOf(session);
  const TwinSnapshot& twin = *shown->twin.snapshot;
  const Snapshot& other = *twin.other;
  double largest = 0.0;
  double squares = 0.0;
  std::size_t compared = 0;
  std::size_t alone = 0;
  for (std::size_t i = 0; i < shown->particles(); ++i) {
    const auto found = std::lower_bound(other.grains.id.begin(), other.grains.id.end(), shown->grains.id[i]);
    if (found == other.grains.id.end() || *found != shown->grains.id[i]) {
      EXPECT_EQ(shown->twin.apart[i], INFINITY);
      ++alone;
      continue;
    }
    const auto j = static_cast<std::size_t>(found - other.grains.id.begin());
    const double way =
        static_cast<double>((shown->grains.positionRadius[i] - other.grains.positionRadius[j]).head<3>().norm());
    EXPECT_NEAR(static_cast<double>(shown->twin.apart[i]),
                way / (2.0 * static_cast<double>(shown->grains.positionRadius[i].w())), 1e-6);
    EXPECT_EQ(other.twin.apart[j], shown->twin.apart[i]);
    largest = std::max(largest, way);
    squares += way * way;
    ++compared;
  }
  EXPECT_EQ(twin.reading.compared, compared);
  EXPECT_EQ(shown->particles() - compared, alone);
  EXPECT_GT(largest, 0.0);
  EXPECT_NEAR(twin.reading.largest, largest, 1e-7);
  EXPECT_NEAR(twin.reading.rms, std::sqrt(squares / static_cast<double>(compared)), 1e-7);
  // The run shown less its twin.
  EXPECT_NEAR(twin.reading.potential, shown->solver.budget.potential - other.solver.budget.potential, 1e-9);
  EXPECT_NEAR(twin.reading.kinetic, shown->solver.budget.kinetic - other.solver.budget.kinetic, 1e-9);
  EXPECT_EQ(twin.reading.left, static_cast<std::int64_t>(shown->scene.regions[1].count) -
                                   static_cast<std::int64_t>(other.scene.regions[1].count));
}

TEST(LiveTwin, DrivesAreSummedUpStepByStep) {
  Session session(mergingTwinDrum(), false);
  advance(session, 20);
  session.post(StartTwin{{TwinDifference::warmStart}});
  std::array<double, 2> impulse{};
  std::array<double, 2> work{};
  for (int i = 0; i < 20; ++i) {
    advance(session, 1);
    const Snapshot& shown = *latestOf(session);
    const std::array<const Snapshot*, 2> sides = {&shown, shown.twin.snapshot->other.get()};
    for (std::size_t side = 0; side < 2; ++side) {
      // The axis is y and goes through the body's position.
      impulse[side] -= shown.scene.parameters.timeStep * sides[side]->scene.bodies[0].reaction.torque.y();
      work[side] += shown.scene.parameters.timeStep * sides[side]->scene.bodies[0].reaction.power;
    }
  }
  const std::shared_ptr<const Snapshot> shown = latestOf(session);
  ASSERT_EQ(shown->twin.snapshot->drives.size(), 1U);
  const TwinDrive& drive = shown->twin.snapshot->drives[0];
  EXPECT_TRUE(drive.turns);
  for (std::size_t side = 0; side < 2; ++side) {
    EXPECT_NEAR(drive.impulse[side], impulse[side], 1e-12 + 1e-9 * std::abs(impulse[side]));
    EXPECT_NEAR(drive.work[side], work[side], 1e-12 + 1e-9 * std::abs(work[side]));
  }
  EXPECT_NE(drive.impulse[0], drive.impulse[1]);
  ASSERT_TRUE(shown->twin.snapshot->angle.has_value());
  EXPECT_NEAR((*shown->twin.snapshot->angle)[0], drumAngleByMass(session.world().particles, {.radius = 0.08}), 1e-12);
}

TEST(LiveTwin, TellsTheOracleOfTheSameStepsInFull) {
  World drum = mergingTwinDrum();
  drum.sinks.clear();  // what drains flows, and could not be merged
  Session session(std::move(drum), false);
  session.request({.oracle = true});
  advance(session, 70);
  World full = restoreState(saveState(session.world()));
  full.parameters.reduction.merging = Switch::off;
  ASSERT_GT(full.parameters.reduction.merge.window, 1) << "steps without an answer must matter";
  session.post(StartTwin{});
  Oracle oracle({oracleSettingOf(reductionLimits(full))});
  StepData data;
  OracleReading expected;
  for (int i = 1; i <= 60; ++i) {
    advance(session, 1);
    testing::takeSteps(full, data, 1);
    oracle.add(full, data);
    const std::shared_ptr<const Snapshot> shown = latestOf(session);
    ASSERT_EQ(shown->twin.snapshot->oracle.has_value(), i >= kOracleEvery) << i;
    if (i % kOracleEvery == 0) {
      const int answers = i / kOracleEvery;
      expected.own = shown->reduction.level.level();
      expected.most = oracle.level();
      expected.meanOwn += (expected.own - expected.meanOwn) / answers;
      expected.meanMost += (expected.most - expected.meanMost) / answers;
      expected.span = (answers - 1) * kOracleEvery * full.parameters.timeStep;
    }
    if (i >= kOracleEvery) {
      const OracleReading& reading = *shown->twin.snapshot->oracle;
      EXPECT_EQ(reading.own, expected.own) << i;
      EXPECT_EQ(reading.most, expected.most) << i;
      // Sums of a few numbers up to 1, in another order.
      EXPECT_NEAR(reading.meanOwn, expected.meanOwn, 1e-12);
      EXPECT_NEAR(reading.meanMost, expected.meanMost, 1e-12);
      EXPECT_NEAR(reading.span, expected.span, 1e-12);
    }
  }
  EXPECT_GT(expected.meanOwn, 0.0);
  EXPECT_GT(expected.most, 0.5) << "there must be something to tell";
}

TEST(LiveTwin, TheOracleStartsAfreshWithOtherLimitsAndIsOnlyOfATwinInFull) {
  Session session(mergingTwinDrum(), false);
  const auto reading = [&] { return latestOf(session)->twin.snapshot->oracle; };
  session.post(StartTwin{});
  advance(session, kOracleEvery);
  EXPECT_FALSE(reading()) << "nobody wished for it";
  session.request({.oracle = true});
  advance(session, kOracleEvery);
  ASSERT_TRUE(reading());
  session.post(SetParameter{ParameterKey::mergeTangential, 1e-3});
  session.advance();
  EXPECT_FALSE(reading()) << "that was of other limits";
  advance(session, kOracleEvery);
  ASSERT_TRUE(reading());
  session.post(SetParameter{ParameterKey::sweeps, 20});
  advance(session, 1);
  EXPECT_TRUE(reading()) << "no matter of the limits";
  session.post(Restart{});
  session.advance();
  EXPECT_FALSE(reading());
  session.post(StartTwin{{TwinDifference::warmStart}});
  advance(session, 2 * kOracleEvery);
  EXPECT_FALSE(reading()) << "it merges as well";
}

TEST(TwinOracle, MeansAreOverTheLastTwoSeconds) {
  testing::HandMade full;
  for (int i = 0; i < 2; ++i) {
    testing::addSphere(full.world, Vec3(i * testing::kDiameter, 0.0, testing::kRadius));
  }
  testing::addFloor(full.world);
  full.touch(0, 1);
  full.stand(0, 0);
  World first;
  first.parameters.reduction.merge.window = kOracleEvery;  // it looks on all the time
  TwinOracle oracle;
  EXPECT_FALSE(oracle.reading());
  for (int i = 0; i < 9; ++i) {
    first.time = 0.5 * i;
    // In the end the second grain lies still; before, it is one of two units that are solved for.
    full.world.particles.velocity[1] = Vec3(0.0, i < 6 ? 1.0 : 0.0, 0.0);
    for (int step = 0; step < kOracleEvery; ++step) {
      oracle.add(first, full.world, full.data);
    }
    EXPECT_EQ(oracle.reading()->most, i < 6 ? 0.5 : 1.0);
    EXPECT_EQ(oracle.reading()->span, std::min(0.5 * i, kOracleSpan - 0.5)) << "the span's beginning is not in it";
  }
  EXPECT_DOUBLE_EQ(oracle.reading()->meanMost, (0.5 + 3.0 * 1.0) / 4.0);
  EXPECT_EQ(oracle.reading()->meanOwn, 0.0);
}

TEST(LiveTwin, EqualRunsStayEqual) {
  World world = mergingTwinDrum();
  world.parameters.reduction.merging = Switch::off;
  Session session(std::move(world), false);
  session.post(StartTwin{});
  advance(session, 50);
  const std::shared_ptr<const Snapshot> shown = latestOf(session);
  EXPECT_EQ(shown->twin.snapshot->reading.largest, 0.0);
  EXPECT_EQ(shown->twin.snapshot->reading.potential, 0.0);
  for (const float apart : shown->twin.apart) {
    EXPECT_EQ(apart, 0.0f);
  }
}

TEST(LiveTwin, ABedAtRestLiesTheSameMergedOrNot) {
  World world = testing::settledBed();
  applyPreset(world.parameters, Preset::fast);
  world.parameters.reduction.merging = Switch::on;
  Session session(std::move(world), false);
  session.post(StartTwin{});
  advance(session, 100);
  const std::shared_ptr<const Snapshot> shown = latestOf(session);
  EXPECT_GT(shown->reduction.level.level(), 0.5);
  EXPECT_GT(shown->twin.snapshot->reading.compared, 200U);
  // The full run creeps by some 1e-3 d a second on the way to rest with this preset.
  EXPECT_LT(shown->twin.snapshot->reading.largest, 5e-3 * testing::kDiameter);
  EXPECT_LT(shown->twin.snapshot->reading.rms, 1e-3 * testing::kDiameter);
}

TEST(LiveTwin, CommandsReachBothAndTheDifferenceStays) {
  Session session(mergingTwinDrum(), false);
  session.post(StartTwin{});
  session.post(SetParameter{ParameterKey::sweeps, 17});
  session.post(SetDriveSpeed{0, 0, 0.9});
  SplitSensor sensor;
  sensor.name = "here";
  session.post(AddSensor{sensor});
  session.post(SetReductionPreset{ReductionPreset::paperCs});
  advance(session, 3);
  const Snapshot& shown = *latestOf(session);
  const Snapshot& other = *shown.twin.snapshot->other;
  for (const Snapshot* side : {&shown, &other}) {
    EXPECT_EQ(side->scene.parameters.sweeps, 17);
    EXPECT_EQ(side->scene.bodies[0].drives[0].speed.value, 0.9);
    EXPECT_EQ(side->scene.sensors.size(), 1U);
    EXPECT_EQ(reductionPresetOf(side->scene.parameters), ReductionPreset::paperCs);
  }
  // What the twin is about is set in the run beside it only.
  for (const Switch merging : {Switch::off, Switch::on}) {
    session.post(SetChoice{ChoiceKey::merging, static_cast<int>(merging)});
    advance(session, 1);
    EXPECT_EQ(latestOf(session)->scene.parameters.reduction.merging, merging);
    EXPECT_EQ(latestOf(session)->twin.snapshot->other->scene.parameters.reduction.merging, Switch::off);
  }
  session.post(SetParameter{ParameterKey::sweeps, -1.0});
  session.advance();
  EXPECT_FALSE(latestOf(session)->run.message.empty());
  EXPECT_EQ(latestOf(session)->twin.snapshot->other->scene.parameters.sweeps, 17) << "refused for both";
}

TEST(LiveTwin, OfAPresetKeepsAllThatThePresetSets) {
  Session session(mergingTwinDrum(), false);
  session.post(StartTwin{{TwinDifference::preset, Preset::paper}});
  session.post(SetParameter{ParameterKey::sweeps, 17});
  session.post(SetPreset{Preset::accurate});
  session.post(SetChoice{ChoiceKey::merging, 0});
  advance(session, 1);
  const Snapshot& shown = *latestOf(session);
  EXPECT_EQ(presetOf(shown.scene.parameters), Preset::accurate);
  EXPECT_EQ(presetOf(shown.twin.snapshot->other->scene.parameters), Preset::paper);
  EXPECT_EQ(shown.twin.snapshot->other->scene.parameters.reduction.merging, Switch::off) << "no matter of the preset";
}

TEST(LiveTwin, RestartBeginsItAnewAndAnotherWorldEndsIt) {
  Session session(mergingTwinDrum(), false);
  advance(session, 10);
  session.post(StartTwin{});
  advance(session, 10);
  const std::uint64_t begun = latestOf(session)->twin.snapshot->begun;
  EXPECT_EQ(latestOf(session)->twin.snapshot->steps, 10U);
  session.post(Restart{});
  session.advance();
  ASSERT_NE(latestOf(session)->twin.snapshot, nullptr);
  EXPECT_GT(latestOf(session)->twin.snapshot->begun, begun);
  EXPECT_EQ(latestOf(session)->twin.snapshot->other->run.step, 0U);
  EXPECT_EQ(latestOf(session)->twin.snapshot->since, 0.0);
  advance(session, 2);
  EXPECT_EQ(latestOf(session)->twin.snapshot->other->run.step, 2U);
  session.post(ReplaceWorld{std::make_shared<const World>(mergingTwinDrum())});
  session.advance();
  EXPECT_EQ(latestOf(session)->twin.snapshot, nullptr);
  EXPECT_TRUE(latestOf(session)->twin.apart.empty());
  session.post(StartTwin{});
  session.advance();
  EXPECT_NE(latestOf(session)->twin.snapshot, nullptr) << "seen before a step is taken";
  session.post(StopTwin{});
  session.advance();
  EXPECT_EQ(latestOf(session)->twin.snapshot, nullptr);
}

TEST(LiveTwin, AStepGivenUpForACommandLeavesItAsItWas) {
  LiveTwin twin(testing::slowWorld(), {TwinDifference::warmStart}, 1);
  ASSERT_TRUE(twin.goesFirst());
  const std::uint64_t before = stateHash(twin.world());
  const std::atomic<int> closing{0};
  std::atomic<int> commands{0};
  const std::jthread sender([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    ++commands;
  });
  const auto start = Clock::now();
  EXPECT_FALSE(twin.step(nullptr, closing, commands));
  EXPECT_LT(secondsSinceStart(start), 3.0);
  EXPECT_EQ(stateHash(twin.world()), before);
  EXPECT_TRUE(twin.goesFirst());
}

TEST(LiveTwin, ALongStepOfItHoldsUpNoCommand) {
  Session session(testing::slowWorld(), true);
  session.post(StartTwin{});
  std::jthread worker([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      const double wait = session.advance();
      session.commands().wait(wait);
    }
  });
  const auto answered = [&](std::uint64_t sequence) {
    const auto start = Clock::now();
    while (session.snapshots().latest()->run.lastCommand < sequence && secondsSinceStart(start) < 20.0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return secondsSinceStart(start);
  };
  while (!session.status().stepping) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  // Whole, the step would take minutes; the machine may be busy.
  EXPECT_LT(answered(session.post(SetTargetRate{0.5})), 3.0);
  while (!session.status().stepping) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  session.post(SetParameter{ParameterKey::impactSweeps, 1});
  EXPECT_LT(answered(session.post(SetParameter{ParameterKey::sweeps, 1})), 3.0);
  const auto start = Clock::now();
  while (session.snapshots().latest()->run.step < 45 && secondsSinceStart(start) < 20.0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_GE(session.snapshots().latest()->run.step, 45U) << "both go on";
  worker.request_stop();
  session.interrupt();
}

}  // namespace
}  // namespace scree
