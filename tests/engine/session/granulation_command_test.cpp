// Laws and feeds of granulation that are changed while a run goes on, and what snapshots tell of matter.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/session/session.h"
#include "engine/state/state.h"
#include "engine/step/step.h"
#include "tests/support/time_runs.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

using testing::finish;
using testing::latest;

/// Moist grains of 10 mm in a box that fall onto each other, in a box of fines and below a spray.
World moistBed() {
  World world = testing::emptyWorld();
  testing::addFloor(world);
  for (int i = 0; i < 60; ++i) {
    testing::addSphere(world, Vec3(0.012 * (i % 4) + 0.001 * (i % 3), 0.012 * (i / 4 % 4), 0.006 + 0.0125 * (i / 16)),
                       10e-3);
    world.particles.water[static_cast<std::size_t>(i)] = 0.05 * world.particles.mass[static_cast<std::size_t>(i)];
  }
  MatterZone zone;
  zone.halfExtents = Vec3::Constant(0.5);
  zone.name = "bed";
  zone.rate = 1e-3;
  world.granulation.fines.push_back(zone);
  zone.name = "water";
  zone.rate = 1e-4;
  world.granulation.sprays.push_back(zone);
  world.granulation.laws.uptake = 0.01;
  world.granulation.laws.probability = 0.0;
  world.granulation.laws.sticking = Sticking::probability;
  world.granulation.laws.breakEnergy = 1e-3;
  world.granulation.laws.smallest = 1e-3;
  return world;
}

testing::Script granulationScript() {
  return {
      {3, {SetGranulationLaw{GranulationKey::layering, 1.0}}},
      {8, {SetGranulationLaw{GranulationKey::coalescence, 1.0}, SetGranulationLaw{GranulationKey::probability, 0.5}}},
      {15, {SetFeed{false, 0, 5e-3}, SetFeed{true, 0, 0.0}}},
      {25, {SetGranulationLaw{GranulationKey::abrasion, 1.0}, SetGranulationLaw{GranulationKey::abrasionRate, 1e-4}}},
      {35, {SetGranulationLaw{GranulationKey::breakage, 1.0}}},
      {45, {SetGranulationLaw{GranulationKey::coalescence, 0.0}}}};
}

TEST(GranulationCommands, EachValueIsSetAndIsThenInForce) {
  for (const GranulationInfo& info : granulationTable()) {
    World world = moistBed();
    const double value = info.choices.empty() ? 0.5 * (std::max(info.minimum, 1e-3) + std::min(info.maximum, 2.0))
                                              : (valueOf(world.granulation.laws, info.key) == 0.0 ? 1.0 : 0.0);
    EXPECT_FALSE(hasNoEffect(world, SetGranulationLaw{info.key, value})) << info.name;
    EXPECT_EQ(applyCommand(world, SetGranulationLaw{info.key, value}), "") << info.name;
    EXPECT_EQ(valueOf(world.granulation.laws, info.key), value) << info.name;
    EXPECT_TRUE(hasNoEffect(world, SetGranulationLaw{info.key, value})) << info.name;
    EXPECT_EQ(problemOf(world.granulation.laws), "");
    EXPECT_EQ(infoOf(info.key).name, info.name) << "the table is in the order of the keys";
  }
  World world = moistBed();
  EXPECT_EQ(applyCommand(world, SetGranulationLaw{GranulationKey::largest, 0.02}), "");
  EXPECT_EQ(applyCommand(world, SetGranulationLaw{GranulationKey::largest, 0.0}), "");
  EXPECT_EQ(world.granulation.laws.largest, std::numeric_limits<double>::infinity()) << "no limit";
  EXPECT_EQ(applyCommand(world, SetFeed{true, 0, 0.5}), "");
  EXPECT_EQ(world.granulation.sprays[0].rate, 0.5);
  EXPECT_EQ(world.granulation.fines[0].rate, 1e-3);
  EXPECT_EQ(describe(SetFeed{true, 0, 0.5}, world), "Feed of water 0.5 kg/s");
  EXPECT_EQ(describe(SetGranulationLaw{GranulationKey::layering, 0.0}, world), "Layering off");
  EXPECT_TRUE(overrides(SetFeed{true, 0, 0.5}, SetFeed{true, 0, 0.1}));
  EXPECT_FALSE(overrides(SetFeed{true, 0, 0.5}, SetFeed{false, 0, 0.1}));
}

TEST(GranulationCommands, BadValuesAreRefusedAndSayWhy) {
  World world = moistBed();
  const std::uint64_t before = stateHash(world);
  for (const GranulationInfo& info : granulationTable()) {
    for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity(), -1.0, 1e300}) {
      EXPECT_NE(applyCommand(world, SetGranulationLaw{info.key, bad}), "") << info.name << " " << bad;
    }
    if (!info.choices.empty()) {
      EXPECT_NE(applyCommand(world, SetGranulationLaw{info.key, 0.5}), "") << info.name;
    }
  }
  EXPECT_EQ(applyCommand(world, SetGranulationLaw{GranulationKey::probability, 1.5}),
            "share must be a number from 0 to 1");
  EXPECT_EQ(applyCommand(world, SetFeed{false, 1, 1.0}), "there is no box of fines 1");
  EXPECT_EQ(applyCommand(world, SetFeed{true, 0, -1.0}), "the rate of water must be a number from 0 to 1e+06 kg/s");
  EXPECT_NE(applyCommand(world, SetGranulationLaw{static_cast<GranulationKey>(200), 1.0}), "");
  world.granulation.laws.breakEnergy = 0.0;
  EXPECT_EQ(applyCommand(world, SetGranulationLaw{GranulationKey::breakage, 1.0}),
            "breakage needs an energy and a smallest diameter above 0: set these first");
  world.granulation.laws.breakEnergy = 1e-3;
  EXPECT_EQ(stateHash(world), before);
}

TEST(GranulationCommands, ARunWithChangesIsTheSameForAnyThreadsAndInAReplay) {
  const World start = moistBed();
  constexpr std::uint64_t kSteps = 60;
  const auto hashes = testing::hashesOf(start, granulationScript(), kSteps);
  EXPECT_EQ(testing::hashesOf(start, granulationScript(), kSteps, 2), hashes);
  EXPECT_NE(testing::hashesOf(start, {}, kSteps).back(), hashes.back());
  Session session(start, false);
  testing::stepTo(session, granulationScript(), kSteps);
  EXPECT_EQ(stateHash(session.world()), hashes.back());
  EXPECT_GT(session.world().granulation.sums.joined, 0U) << "something happened";
  for (const std::uint64_t step : {40, 12, 59, 2}) {
    testing::seekTo(session, step);
    EXPECT_EQ(stateHash(session.world()), hashes[step]) << step;
  }
  testing::seekTo(session, kSteps);
  const Recording recording = testing::recordingOf(session);
  ASSERT_EQ(recording.commands.size(), 9U);
  EXPECT_EQ(recording.commands[0].text, "Layering on");
  EXPECT_EQ(recording.commands[3].text, "Feed of bed 0.005 kg/s");
  Session replay{World(), false};
  replay.post(ReplayRecording{std::make_shared<const Recording>(recording)});
  finish(replay);
  testing::seekTo(replay, kSteps);
  EXPECT_EQ(stateHash(replay.world()), hashes.back());
  EXPECT_FALSE(latest(replay)->run.timeline.diverged.has_value());
}

TEST(GranulationCommands, ASavedStateGoesOnWithTheChangedLaws) {
  World world = moistBed();
  ASSERT_EQ(applyCommand(world, SetGranulationLaw{GranulationKey::layering, 1.0}), "");
  ASSERT_EQ(applyCommand(world, SetFeed{false, 0, 0.01}), "");
  World restored = restoreState(saveState(world));
  EXPECT_EQ(restored.granulation.laws, world.granulation.laws);
  StepData data;
  StepData again;
  for (int i = 0; i < 10; ++i) {
    step(world, data);
    step(restored, again);
  }
  EXPECT_EQ(stateHash(restored), stateHash(world));
}

TEST(GranulationCommands, RestartKeepsThemAndTheTwinFollows) {
  Session session(moistBed(), false);
  const std::uint64_t loaded = stateHash(session.world());
  session.post(SetGranulationLaw{GranulationKey::layering, 1.0});
  session.post(SetFeed{false, 0, 0.02});
  session.post(StepOnce{5});
  session.post(Restart{});
  finish(session);
  EXPECT_EQ(session.world().step, 0U);
  EXPECT_EQ(session.world().granulation.laws.layering, Switch::on);
  EXPECT_EQ(session.world().granulation.fines[0].rate, 0.02);
  EXPECT_EQ(session.world().granulation.fines[0].fed, 0.0) << "what was fed is of the run";
  session.post(SetGranulationLaw{GranulationKey::layering, 0.0});
  session.post(SetFeed{false, 0, 1e-3});
  session.post(Restart{});
  finish(session);
  EXPECT_EQ(stateHash(session.world()), loaded);
  session.post(StartTwin{});
  session.post(SetGranulationLaw{GranulationKey::layering, 1.0});
  session.post(StepOnce{20});
  finish(session);
  const auto twin = latest(session)->twin.snapshot;
  ASSERT_NE(twin, nullptr);
  EXPECT_GT(twin->other->matter.sums.layered, 0.0);
  EXPECT_EQ(twin->other->matter.laws, latest(session)->matter.laws);
}

TEST(MatterReading, TellsZonesSumsAndABudgetThatCloses) {
  Session session(moistBed(), false);
  testing::stepTo(session, granulationScript(), 60);
  const World& world = session.world();
  const auto now = latest(session);
  EXPECT_TRUE(now->matter.isOn);
  ASSERT_EQ(now->matter.fines.size(), 1U);
  EXPECT_EQ(now->matter.fines[0].stored, world.granulation.fines[0].stored);
  EXPECT_EQ(now->matter.fines[0].rate, 5e-3);
  EXPECT_GT(now->matter.sums.layered, 0.0);
  EXPECT_NEAR(now->matter.finesMissing(), 0.0, 1e-15);
  EXPECT_NEAR(now->matter.waterMissing(), 0.0, 1e-15);
  double water = 0.0;
  for (const double one : world.particles.water) {
    water += one;
  }
  EXPECT_EQ(now->matter.water, water);
}

TEST(MatterReading, ListsGrainsOnlyWhileTheyAreRequested) {
  Session session(moistBed(), false);
  session.post(StepOnce{3});
  finish(session);
  EXPECT_TRUE(latest(session)->onRequest.matter.moisture.empty());
  SnapshotRequest request;
  request.matter.grains = true;
  request.particle = session.world().particles.id[4];
  session.request(request);
  session.post(StepOnce{1});
  finish(session);
  const MatterLists& lists = latest(session)->onRequest.matter;
  const Particles& p = session.world().particles;
  ASSERT_EQ(lists.moisture.size(), p.size());
  EXPECT_FLOAT_EQ(lists.moisture[4], static_cast<float>(p.water[4] / (p.mass[4] - p.water[4])));
  EXPECT_FLOAT_EQ(lists.age[4], static_cast<float>(session.world().time));
  ASSERT_TRUE(lists.picked.has_value());
  EXPECT_EQ(lists.picked->water, p.water[4]);
  EXPECT_TRUE(lists.bridges.empty());
}

TEST(MatterReading, EventsAreThoseOfTheSums) {
  Session session(moistBed(), false);
  testing::stepTo(session, granulationScript(), 60);
  const auto count = [&](GrainEvent::Kind kind) {
    const auto& list = latest(session)->matter.events->list;
    return static_cast<std::uint64_t>(
        std::ranges::count_if(list, [kind](const LoggedGrainEvent& one) { return one.event.kind == kind; }));
  };
  const GranulationSums sums = latest(session)->matter.sums;
  ASSERT_GT(sums.joined, 0U);
  EXPECT_EQ(count(GrainEvent::Kind::joined), sums.joined);
  EXPECT_EQ(count(GrainEvent::Kind::broke), sums.broken);
  for (const LoggedGrainEvent& one : latest(session)->matter.events->list) {
    EXPECT_NE(one.event.grain, one.event.other);
    EXPECT_LE(one.time, session.world().time);
  }
  // A step from an earlier time makes the same events once more, and no event twice.
  testing::seekTo(session, 5);
  testing::seekTo(session, 60);
  EXPECT_EQ(count(GrainEvent::Kind::joined), sums.joined);
}

TEST(GrainEventLog, AStepMadeAgainReplacesItsEventsAndTheOldestGoWhenFull) {
  GrainEventLog log;
  GrainEvent event;
  for (std::uint64_t step = 1; step <= 10; ++step) {
    event.grain = static_cast<ParticleId>(step);
    log.add(step, 0.1 * static_cast<double>(step), {event});
  }
  EXPECT_EQ(log.share()->list.size(), 10U);
  EXPECT_EQ(log.share(), log.share()) << "shared until more are added";
  EXPECT_EQ(log.share()->until(0.35), 3U);
  log.add(5, 0.5, {event, event});
  EXPECT_EQ(log.share()->list.size(), 11U) << "two in place of one";
  EXPECT_EQ(log.share()->list[4].time, 0.5);
  EXPECT_EQ(log.share()->list[5].time, 0.5);
  log.add(6, 0.9, {});
  EXPECT_EQ(log.share()->list.size(), 7U) << "with a longer step the times of steps 6 to 9 have passed";
  EXPECT_EQ(log.share()->list.back().time, 1.0);
  log.clear();
  for (std::uint64_t step = 1; step <= 3; ++step) {
    log.add(step, static_cast<double>(step), std::vector<GrainEvent>(GrainEventLog::kMost, event));
  }
  EXPECT_EQ(log.share()->list.size(), GrainEventLog::kMost);
  EXPECT_EQ(log.share()->dropped, 2 * GrainEventLog::kMost);
}

/// Two grains at touch with a bridge, and one on the floor without liquid to the second.
TEST(MatterReading, BridgesHaveTheirVolumeAndPull) {
  World world = testing::emptyWorld();
  world.parameters.gravity.setZero();
  PairLaw law = world.materials.pair(0, 0);
  law.cohesion.surfaceTension = 0.072;
  law.cohesion.bridgeVolume = 1e-10;
  world.materials.setPair(0, 0, law);
  testing::addSphere(world, Vec3::Zero(), 10e-3);
  testing::addSphere(world, Vec3(10e-3, 0, 0), 10e-3);
  testing::addSphere(world, Vec3(0.1, 0, 0), 10e-3);
  Session session(world, false);
  SnapshotRequest request;
  request.matter.bridges = true;
  request.particle = session.world().particles.id[1];
  session.request(request);
  session.post(StepOnce{2});
  finish(session);
  const auto now = latest(session);
  ASSERT_EQ(now->onRequest.matter.bridges.size(), 1U);
  const SnapshotBridge& bridge = now->onRequest.matter.bridges[0];
  EXPECT_EQ(bridge.volume, 1e-10f);
  // Near touch the pull is below that of a pendular ring of no volume, 2 π R γ with R = 2 r* = r, and not far below.
  const double most = 2.0 * M_PI * 5e-3 * 0.072;
  EXPECT_LT(bridge.pull, 1.001 * most);
  EXPECT_GT(bridge.pull, 0.5 * most);
  EXPECT_EQ(now->matter.bridges, session.world().bridges.size());
  EXPECT_EQ(now->onRequest.matter.ofPicked.size(), 1U);
  EXPECT_NEAR((bridge.to - bridge.from).norm(), std::abs(bridge.gap), 1e-6f);
  request.matter.bridges = false;
  request.particle = session.world().particles.id[2];
  session.request(request);
  session.post(StepOnce{1});
  finish(session);
  EXPECT_TRUE(latest(session)->onRequest.matter.bridges.empty());
  EXPECT_TRUE(latest(session)->onRequest.matter.ofPicked.empty()) << "the third grain touches nothing";
}

}  // namespace
}  // namespace scree
