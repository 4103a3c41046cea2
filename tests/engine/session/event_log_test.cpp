// The log of merges and splits: in order, bounded, shared without copying, the same for any number of threads.
#include "engine/snapshot/event_log.h"

#include <gtest/gtest.h>

#include "engine/base/parallel.h"
#include "engine/session/session.h"
#include "engine/settings/presets.h"
#include "engine/state/state.h"
#include "tests/support/drum_world.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

/// A world that has just made its step number `step` of 5 ms.
World atStep(std::uint64_t step) {
  World world;
  world.step = step;
  world.time = 0.005 * static_cast<double>(step);
  return world;
}

std::vector<ReductionEvent> splitsOf(std::uint64_t step, ParticleId first, std::size_t count) {
  std::vector<ReductionEvent> events;
  for (std::size_t i = 0; i < count; ++i) {
    events.push_back({.step = step,
                      .particle = first + static_cast<ParticleId>(i),
                      .before = 1,
                      .cause = SplitCause::passing,
                      .what = Measured::speed,
                      .measured = 0.02,
                      .limit = 0.01});
  }
  return events;
}

TEST(EventLog, IsEmptyAtFirst) {
  EventLog log;
  const auto history = log.share();
  EXPECT_EQ(history->size(), 0U);
  EXPECT_EQ(history->first(), history->end());
  EXPECT_EQ(history->firstAfter(1.0), 0U);
}

TEST(EventLog, KeepsTheOrderAndNumbersThroughChunks) {
  EventLog log;
  std::vector<std::shared_ptr<const EventHistory>> seen;
  std::uint64_t added = 0;
  for (std::uint64_t step = 1; step <= 300; ++step) {
    log.add(atStep(step), splitsOf(step, static_cast<ParticleId>(added), step % 17));
    added += step % 17;
    if (step % 3 == 0) {
      seen.push_back(log.share());
    }
  }
  const auto history = log.share();
  ASSERT_EQ(history->size(), added);
  for (std::uint64_t n = 0; n < added; ++n) {
    EXPECT_EQ(history->at(n).event.particle, n);
    EXPECT_NEAR(history->at(n).time, 0.005 * static_cast<double>(history->at(n).event.step), 1e-12);
  }
  // Those that were handed out before still say what they said.
  for (const auto& earlier : seen) {
    for (std::uint64_t n = earlier->first(); n < earlier->end(); ++n) {
      ASSERT_EQ(earlier->at(n).event.particle, n);
    }
  }
  EXPECT_EQ(log.share(), history) << "nothing came: the same object";
  // Step 100 ends at 0.5 s: the first of a later one.
  const std::uint64_t after = history->firstAfter(0.5);
  EXPECT_EQ(history->at(after).event.step, 101U);
  EXPECT_EQ(history->at(after - 1).event.step, 100U);
}

TEST(EventLog, TheOldestGoWhenThereAreManyAndChunksAreShared) {
  EventLog log;
  constexpr std::size_t kEach = 700;
  std::shared_ptr<const EventHistory> before;
  std::shared_ptr<const EventHistory> history;
  std::uint64_t added = 0;
  for (std::uint64_t step = 1; added < EventLog::kMost + 50000; ++step) {
    log.add(atStep(step), splitsOf(step, static_cast<ParticleId>(added), kEach));
    added += kEach;
    before = history;
    history = log.share();
  }
  EXPECT_EQ(history->end(), added);
  EXPECT_GE(history->size(), EventLog::kMost);
  EXPECT_LT(history->size(), EventLog::kMost + 2 * (EventLog::kChunk + kEach));
  EXPECT_EQ(history->at(history->first()).event.particle, history->first());
  // All but the last chunks are the same objects: publishing copies no events.
  std::size_t shared = 0;
  for (const auto& chunk : history->chunks) {
    shared += std::find(before->chunks.begin(), before->chunks.end(), chunk) != before->chunks.end() ? 1 : 0;
  }
  EXPECT_GE(shared + 1, history->chunks.size());
}

TEST(EventLog, ATimeGoneBackToForgetsWhatFollowed) {
  EventLog log;
  for (std::uint64_t step = 1; step <= 100; ++step) {
    log.add(atStep(step), splitsOf(step, static_cast<ParticleId>(step), 1));
  }
  const std::uint64_t generation = log.share()->generation;
  log.add(atStep(41), {});  // the world was taken back to step 40 and made another step
  auto history = log.share();
  ASSERT_EQ(history->size(), 40U);
  EXPECT_NE(history->generation, generation);
  log.add(atStep(42), splitsOf(42, 1000, 1));
  history = log.share();
  EXPECT_EQ(history->size(), 41U);
  EXPECT_EQ(history->at(history->end() - 1).event.particle, 1000U);
}

TEST(EventLog, TellsTheNameOfTheSensorAsItWasThen) {
  EventLog log;
  World world = atStep(1);
  world.sensors.push_back({.name = "outlet"});
  std::vector<ReductionEvent> events = splitsOf(1, 5, 1);
  events[0].cause = SplitCause::sensor;
  events[0].partner = 0;
  log.add(world, events);
  world.sensors[0].name = "renamed";
  world.step = 2;
  events[0].step = 2;
  log.add(world, events);
  const auto history = log.share();
  EXPECT_EQ(history->sensorNames->at(history->at(0).sensor), "outlet");
  EXPECT_EQ(history->sensorNames->at(history->at(1).sensor), "renamed");
}

World reducingDrum() {
  World world = testing::drumWorld(250, 0.004, 0.006, 0.05, 7);
  applyPreset(world.parameters, Preset::fast);
  world.parameters.reduction.merging = Switch::on;
  world.bodies[0].drives[0].speed.value = 0.3;
  return world;
}

TEST(EventLog, HasEveryEventOfARunForAnyNumberOfThreads) {
  std::vector<std::shared_ptr<const EventHistory>> logs;
  for (const int threads : {1, 3}) {
    World world = reducingDrum();
    ThreadPool pool(threads);
    StepData data;
    data.context.threads = &pool;
    EventLog log;
    for (int i = 0; i < 300; ++i) {
      step(world, data);
      log.add(world, data.report.events);
    }
    logs.push_back(log.share());
    const ReductionCounts& counts = world.reduction.counts;
    std::uint64_t all = counts.merges;
    for (const std::uint64_t splits : counts.splits) {
      all += splits;
    }
    EXPECT_EQ(logs.back()->size(), all);
    EXPECT_GT(counts.merges, 50U);
  }
  ASSERT_EQ(logs[0]->size(), logs[1]->size());
  double time = 0.0;
  int fronts = 0;
  for (std::uint64_t n = 0; n < logs[0]->end(); ++n) {
    const LoggedEvent& a = logs[0]->at(n);
    const LoggedEvent& b = logs[1]->at(n);
    EXPECT_EQ(a.event.particle, b.event.particle);
    EXPECT_EQ(a.event.step, b.event.step);
    EXPECT_EQ(a.event.cause, b.event.cause);
    EXPECT_EQ(a.event.measured, b.event.measured);
    EXPECT_EQ(a.event.partner, b.event.partner);
    EXPECT_GE(a.time, time);
    time = a.time;
    if (a.event.cause == SplitCause::passing || a.event.cause == SplitCause::impact) {
      EXPECT_GT(a.event.measured, a.event.limit);
      EXPECT_NE(a.event.what, Measured::nothing);
      EXPECT_LT(a.event.partner, 250U) << "a grain";
      ++fronts;
    }
  }
  EXPECT_GT(fronts, 10);
}

std::shared_ptr<const Snapshot> afterSteps(Session& session, int steps) {
  const std::uint64_t sequence = session.post(StepOnce{steps});
  const std::uint64_t goal = session.world().step + static_cast<std::uint64_t>(steps);
  while (session.snapshots().latest()->run.lastCommand < sequence || session.world().step < goal) {
    session.advance();
  }
  session.advance();
  return session.snapshots().latest();
}

TEST(SnapshotRequest, CostNothingUnlessMadeAndChangeNoResult) {
  Session plain(reducingDrum(), false);
  Session watched(reducingDrum(), false);
  watched.request({.contacts = true, .carriedSpeed = true, .splitDistance = true, .particle = 17});
  for (int i = 0; i < 20; ++i) {
    const auto without = afterSteps(plain, 10);
    const auto with = afterSteps(watched, 10);
    EXPECT_TRUE(without->onRequest.forceContacts.empty());
    EXPECT_TRUE(without->onRequest.carriedSpeed.empty());
    EXPECT_TRUE(without->onRequest.splitDistance.empty());
    EXPECT_FALSE(without->onRequest.whyFree.has_value());
    EXPECT_EQ(with->onRequest.carriedSpeed.size(), with->particles());
    EXPECT_EQ(with->onRequest.splitDistance.size(), with->particles());
    EXPECT_EQ(with->onRequest.contactForce.size(), with->particles());
    EXPECT_EQ(without->run.events->size(), with->run.events->size());
  }
  EXPECT_EQ(stateHash(plain.world()), stateHash(watched.world()));
  EXPECT_FALSE(watched.snapshots().latest()->onRequest.forceContacts.empty());
}

TEST(SnapshotRequest, OfAPausedWorldAreFulfilledWithoutAStep) {
  Session session(reducingDrum(), false);
  afterSteps(session, 60);
  const std::uint64_t step = session.world().step;
  session.request({.contacts = true});
  session.advance();
  const auto snapshot = session.snapshots().latest();
  EXPECT_EQ(snapshot->run.step, step);
  EXPECT_TRUE(snapshot->onRequest.request.contacts);
  EXPECT_FALSE(snapshot->onRequest.forceContacts.empty());
  session.request({});
  session.advance();
  EXPECT_TRUE(session.snapshots().latest()->onRequest.forceContacts.empty());
}

TEST(SnapshotRequest, AnotherWorldHasNoEventsOfTheFormer) {
  Session session(reducingDrum(), false);
  ASSERT_GT(afterSteps(session, 200)->run.events->size(), 0U);
  session.post(Restart{});
  session.advance();
  EXPECT_EQ(session.snapshots().latest()->run.events->size(), 0U);
}

}  // namespace
}  // namespace scree
