#include "engine/session/session.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

#include "engine/state/state.h"
#include "tests/support/busy_world.h"
#include "tests/support/slow_world.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

World falling() {
  World world = testing::emptyWorld();
  testing::addFloor(world);
  testing::addSphere(world, Vec3(0, 0, 0.1));
  return world;
}

/// A session with a thread that steps it, as the window has.
class RunningSession {
 public:
  explicit RunningSession(World world, bool playing = true) : session_(std::move(world), playing) {
    thread_ = std::jthread([this](const std::stop_token& stop) {
      while (!stop.stop_requested()) {
        const double wait = session_.advance();
        if (wait > 0.0) {
          session_.commands().wait(wait);
        }
      }
    });
  }
  ~RunningSession() {
    thread_.request_stop();
    session_.interrupt();
  }
  Session& operator*() { return session_; }
  Session* operator->() { return &session_; }

  /// The first snapshot that satisfies the condition, or null after 20 s.
  template <typename Condition>
  std::shared_ptr<const Snapshot> waitFor(Condition condition) {
    const auto start = Clock::now();
    while (secondsSince(start) < 20.0) {
      const std::shared_ptr<const Snapshot> snapshot = session_.snapshots().latest();
      if (snapshot != nullptr && condition(*snapshot)) {
        return snapshot;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return nullptr;
  }
  std::shared_ptr<const Snapshot> waitForCommand(std::uint64_t sequence) {
    return waitFor([sequence](const Snapshot& s) { return s.run.lastCommand >= sequence; });
  }

 private:
  Session session_;
  std::jthread thread_;
};

TEST(Session, PublishesTheLoadedWorldAtOnce) {
  Session session(falling(), false);
  const std::shared_ptr<const Snapshot> first = session.snapshots().latest();
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first->run.step, 0U);
  EXPECT_EQ(first->particles(), 1U);
  EXPECT_FALSE(first->run.playing);
}

TEST(Session, PausedTakesNoStepsAndStepOnceTakesExactlyItsCount) {
  Session session(falling(), false);
  for (int i = 0; i < 5; ++i) {
    EXPECT_GT(session.advance(), 0.0);
  }
  EXPECT_EQ(session.world().step, 0U);
  const std::uint64_t sequence = session.post(StepOnce{3});
  for (int i = 0; i < 10; ++i) {
    session.advance();
  }
  EXPECT_EQ(session.world().step, 3U);
  const std::shared_ptr<const Snapshot> snapshot = session.snapshots().latest();
  EXPECT_EQ(snapshot->run.step, 3U);
  EXPECT_EQ(snapshot->run.lastCommand, sequence);
}

/// A run pauses at its end at any pace, each time that it is played there, and goes on beyond it when played again.
TEST(Session, PlayingPausesAtTheEndOfTheRun) {
  Session session(falling(), false);
  const double step = session.world().parameters.timeStep;
  const auto play = [&](std::uint64_t until) {
    session.post(Play{});
    do {
      session.advance();
    } while (session.world().step < until && session.snapshots().latest()->run.playing);
    session.advance();
  };
  const auto settle = [&] {
    for (int i = 0; i < 20; ++i) {
      session.advance();
    }
  };
  session.post(SetTargetRate{0.0});
  session.post(SetEnd{7.3 * step});
  play(100);
  EXPECT_EQ(session.world().step, 7U) << "the step nearest to the end";
  EXPECT_FALSE(session.snapshots().latest()->run.playing);
  EXPECT_TRUE(session.snapshots().latest()->run.message.starts_with("The run ends here, at "));
  play(12);
  EXPECT_EQ(session.world().step, 13U) << "beyond it";
  session.post(Pause{});
  session.post(Restart{});
  play(100);
  EXPECT_EQ(session.world().step, 7U) << "again, from the start";
  session.post(StepBack{4});
  settle();
  EXPECT_EQ(session.world().step, 3U);
  play(100);
  EXPECT_EQ(session.world().step, 7U) << "again, from its past";
  // Steps that are asked for one by one are taken.
  session.post(StepBack{4});
  settle();
  session.post(StepOnce{6});
  settle();
  EXPECT_EQ(session.world().step, 9U);
  session.post(Restart{});
  session.post(SetEnd{});
  play(20);
  EXPECT_GE(session.world().step, 20U) << "none";
  // Another world has no end.
  session.post(SetEnd{7.0 * step});
  session.post(ReplaceWorld{std::make_shared<const World>(falling())});
  play(20);
  EXPECT_GE(session.world().step, 20U);
  const std::uint64_t refused = session.post(SetEnd{std::numeric_limits<double>::quiet_NaN()});
  session.advance();
  EXPECT_EQ(session.snapshots().latest()->run.lastCommand, refused);
  EXPECT_EQ(session.snapshots().latest()->run.message, "the end of a run must be a finite time");
}

TEST(Session, StepsAreTheEnginesSteps) {
  Session session(testing::busyWorld(), true);
  session.post(SetTargetRate{0.0});
  while (session.world().step < 50) {
    session.advance();
  }
  World alone = testing::busyWorld();
  StepData data;
  testing::takeSteps(alone, data, 50);
  EXPECT_EQ(stateHash(session.world()), stateHash(alone));
}

TEST(Session, CommandsTakeEffectBetweenStepsInTheirOrder) {
  Session session(falling(), false);
  const std::uint64_t first = session.post(SetParameter{ParameterKey::sweeps, 42});
  const std::uint64_t second = session.post(SetParameter{ParameterKey::sweeps, 43});
  const std::uint64_t third = session.post(SetChoice{ChoiceKey::warmStart, static_cast<int>(WarmStart::model)});
  EXPECT_LT(first, second);
  EXPECT_LT(second, third);
  EXPECT_EQ(session.world().parameters.sweeps, 150);
  session.advance();
  EXPECT_EQ(session.world().parameters.sweeps, 43);
  EXPECT_EQ(session.world().parameters.warmStart, WarmStart::model);
  const std::shared_ptr<const Snapshot> snapshot = session.snapshots().latest();
  EXPECT_EQ(snapshot->run.lastCommand, third);
  EXPECT_EQ(snapshot->scene.parameters.sweeps, 43);
  EXPECT_TRUE(snapshot->run.message.empty());
}

TEST(Session, RefusedCommandsSayWhyAndChangeNothing) {
  Session session(falling(), false);
  session.post(SetParameter{ParameterKey::timeStep, -1.0});
  session.advance();
  EXPECT_EQ(session.world().parameters.timeStep, 5e-3);
  EXPECT_NE(session.snapshots().latest()->run.message.find("time_step"), std::string::npos);
  for (const double bad : {std::nan(""), 1e300}) {
    session.post(SetDriveSpeed{7, 0, bad});
    session.advance();
    EXPECT_FALSE(session.snapshots().latest()->run.message.empty());
  }
  session.post(SetParameter{ParameterKey::timeStep, 1e-3});
  session.advance();
  EXPECT_TRUE(session.snapshots().latest()->run.message.empty());
}

TEST(Session, RestartGoesBackAndKeepsTheParameters) {
  Session session(testing::busyWorld(), false);
  const std::uint64_t before = stateHash(session.world());
  const std::uint64_t version = session.snapshots().latest()->run.worldVersion;
  session.post(StepOnce{20});
  for (int i = 0; i < 20; ++i) {
    session.advance();
  }
  session.post(SetParameter{ParameterKey::sweeps, 11});
  session.post(SetDriveSpeed{0, 0, 7.5});
  session.post(Restart{});
  session.advance();
  EXPECT_EQ(session.world().step, 0U);
  EXPECT_EQ(session.world().parameters.sweeps, 11);
  EXPECT_EQ(session.world().bodies[0].drives[0].speed.value, 7.5);
  EXPECT_GT(session.snapshots().latest()->run.worldVersion, version);
  // With the old settings put back it is the loaded world again; a second restart works as well.
  session.post(SetParameter{ParameterKey::sweeps, 12});
  session.post(SetDriveSpeed{0, 0, 4.0});
  session.post(StepOnce{3});
  session.post(Restart{});
  session.advance();
  EXPECT_EQ(stateHash(session.world()), before);
}

TEST(Session, ReplaceBringsTheOtherWorld) {
  Session session(falling(), false);
  session.post(StepOnce{4});
  session.advance();
  session.post(ReplaceWorld{std::make_shared<const World>(testing::busyWorld())});
  session.advance();
  EXPECT_EQ(session.world().step, 0U);
  EXPECT_EQ(session.world().bodies.size(), testing::busyWorld().bodies.size());
  session.post(StepOnce{1});
  session.advance();
  EXPECT_EQ(session.world().step, 1U);
}

void waitUntilStepping(Session& session) {
  while (!session.status().stepping) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

TEST(Session, ClosingInterruptsALongSolve) {
  const auto start = [] {
    RunningSession running(testing::slowWorld());
    waitUntilStepping(*running);
    return Clock::now();
  }();
  // A sweep over some thousand contacts takes well under a millisecond; the machine may be busy.
  EXPECT_LT(secondsSince(start), 2.0);
}

TEST(Session, ReplacingInterruptsALongSolveAndGoesOn) {
  RunningSession running(testing::slowWorld());
  waitUntilStepping(*running);
  const auto start = Clock::now();
  const std::uint64_t sequence = running->post(ReplaceWorld{std::make_shared<const World>(falling())});
  ASSERT_NE(running.waitForCommand(sequence), nullptr);
  EXPECT_LT(secondsSince(start), 2.0);
  EXPECT_NE(running.waitFor([](const Snapshot& s) { return s.run.step > 3 && s.particles() == 1; }), nullptr);
}

TEST(Session, RestartingALongSolveManyTimesNeverStalls) {
  RunningSession running(testing::slowWorld());
  std::uint64_t sequence = 0;
  for (int i = 0; i < 20; ++i) {
    sequence = running->post(Restart{});
    std::this_thread::sleep_for(std::chrono::milliseconds(i % 4));
  }
  ASSERT_NE(running.waitForCommand(sequence), nullptr);
  sequence = running->post(SetParameter{ParameterKey::sweeps, 1});
  running->post(SetParameter{ParameterKey::impactSweeps, 1});
  running->post(Restart{});
  EXPECT_NE(running.waitFor([](const Snapshot& s) { return s.scene.parameters.sweeps == 1 && s.run.step > 45; }),
            nullptr);
}

TEST(Session, MeasuresAllMethodsOnCopies) {
  Session session(testing::busyWorld(), false);
  session.post(StepOnce{20});
  for (int i = 0; i < 20; ++i) {
    session.advance();
  }
  EXPECT_EQ(session.snapshots().latest()->solver.comparison, nullptr);
  const std::uint64_t before = stateHash(session.world());
  const std::uint64_t sequence = session.post(CompareMethods{9});
  session.advance();
  const std::shared_ptr<const Snapshot> snapshot = session.snapshots().latest();
  EXPECT_EQ(snapshot->run.lastCommand, sequence);
  ASSERT_NE(snapshot->solver.comparison, nullptr);
  EXPECT_EQ(snapshot->solver.comparison->step, 21U);
  EXPECT_EQ(snapshot->solver.comparison->sweeps, 9);
  EXPECT_EQ(static_cast<int>(snapshot->solver.comparison->curves.size()), comparedMethods());
  EXPECT_EQ(stateHash(session.world()), before);
  // It stays with the world it was taken from.
  session.post(StepOnce{1});
  session.advance();
  EXPECT_EQ(session.snapshots().latest()->solver.comparison, snapshot->solver.comparison);
  session.post(Restart{});
  session.advance();
  EXPECT_EQ(session.snapshots().latest()->solver.comparison, nullptr);
}

TEST(Session, RefusesToMeasureNoSweeps) {
  Session session(falling(), false);
  session.post(CompareMethods{0});
  session.advance();
  EXPECT_FALSE(session.snapshots().latest()->run.message.empty());
  EXPECT_EQ(session.snapshots().latest()->solver.comparison, nullptr);
}

TEST(Session, RestartingInterruptsALongMeasurement) {
  World world = testing::slowWorld();
  world.parameters.impactSweeps = 1;
  RunningSession running(std::move(world), false);
  running->post(CompareMethods{100000});
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const auto start = Clock::now();
  const auto snapshot = running.waitForCommand(running->post(Restart{}));
  ASSERT_NE(snapshot, nullptr);
  EXPECT_EQ(snapshot->solver.comparison, nullptr);
  // Whole, it would take minutes; a sweep takes well under a millisecond.
  EXPECT_LT(secondsSince(start), 2.0);
}

/// A resting sphere: one contact, all of its sweeps counted.
TEST(Session, CountsContactSweepsAndTheirTime) {
  World world = testing::emptyWorld();
  world.parameters.sweeps = 30;
  testing::addFloor(world);
  testing::addSphere(world, Vec3(0, 0, testing::kRadius));
  Session session(std::move(world), false);
  EXPECT_EQ(nanosecondsPerContactSweep(*session.snapshots().latest()), 0.0);
  session.post(StepOnce{40});
  for (int i = 0; i < 40; ++i) {
    session.advance();
  }
  const std::shared_ptr<const Snapshot> snapshot = session.snapshots().latest();
  EXPECT_EQ(snapshot->solver.contactSweeps, 30U);
  EXPECT_NEAR(snapshot->solver.smoothContactSweeps, 30.0, 1e-9) << "the mean of equal steps, but for rounding";
  const double seconds = snapshot->solver.smoothTimes.seconds[static_cast<std::size_t>(Stage::solve)];
  EXPECT_DOUBLE_EQ(nanosecondsPerContactSweep(*snapshot), 1e9 * seconds / snapshot->solver.smoothContactSweeps);
  EXPECT_GT(seconds, 0.0);
}

TEST(Session, SnapshotsAreWholeWhileAnotherThreadReads) {
  World world = testing::emptyWorld();
  world.parameters.sweeps = 2;
  world.parameters.impactSweeps = 2;
  world.parameters.gravity = Vec3::Zero();  // on a fast machine some would fall out of the world in the time it takes
  Emitter feed;
  feed.halfExtents = Vec3::Constant(0.2);
  feed.sizes = SingleSize{0.01};
  feed.rate = 2000.0;
  feed.limit = 1500;
  world.emitters.push_back(feed);
  RunningSession running(std::move(world));
  running->post(SetTargetRate{0.0});
  std::uint64_t step = 0;
  std::size_t taken = 0;
  std::vector<std::shared_ptr<const Snapshot>> kept;
  const auto start = Clock::now();
  // A busy machine takes longer to show some.
  while (secondsSince(start) < 1.0 || (taken <= 5 && secondsSince(start) < 30.0)) {
    const std::shared_ptr<const Snapshot> s = running->snapshots().latest();
    ASSERT_NE(s, nullptr);
    ASSERT_GE(s->run.step, step);
    taken += s->run.step != step ? 1 : 0;
    step = s->run.step;
    const std::size_t n = s->particles();
    ASSERT_EQ(s->grains.positionRadius.size(), n);
    ASSERT_EQ(s->grains.orientation.size(), n);
    ASSERT_EQ(s->grains.velocity.size(), n);
    ASSERT_EQ(s->grains.overlap.size(), n);
    ASSERT_EQ(s->grains.contactCount.size(), n);
    ASSERT_EQ(s->grains.mass.size(), n);
    ASSERT_NEAR(s->run.time, static_cast<double>(s->run.step) * 5e-3, 1e-9);
    ASSERT_EQ(s->scene.regions.at(0).count, n);
    for (std::size_t i = 1; i < n; ++i) {
      ASSERT_LT(s->grains.id[i - 1], s->grains.id[i]);
    }
    if (kept.size() < 5) {
      kept.push_back(s);  // readers may hold on to old ones
    }
  }
  EXPECT_GT(taken, 5U);
  for (const auto& s : kept) {
    EXPECT_EQ(s->grains.positionRadius.size(), s->grains.id.size());
  }
}

TEST(Session, PausePlayAndAcknowledgementUnderWay) {
  RunningSession running(falling());
  ASSERT_NE(running.waitFor([](const Snapshot& s) { return s.run.step > 2; }), nullptr);
  const auto paused = running.waitForCommand(running->post(Pause{}));
  ASSERT_NE(paused, nullptr);
  EXPECT_FALSE(paused->run.playing);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(running->snapshots().latest()->run.step, paused->run.step);
  running->post(StepOnce{2});
  const auto stepped = running.waitFor([&](const Snapshot& s) { return s.run.step == paused->run.step + 2; });
  ASSERT_NE(stepped, nullptr);
  running->post(Play{});
  EXPECT_NE(running.waitFor([&](const Snapshot& s) { return s.run.playing && s.run.step > paused->run.step + 10; }),
            nullptr);
}

TEST(Session, RunsInRealTimeAndAtAnotherRate) {
  RunningSession running(falling());
  const auto first = running.waitFor([](const Snapshot& s) { return s.run.step > 5; });
  ASSERT_NE(first, nullptr);
  const auto later = running.waitFor([&](const Snapshot& s) { return s.run.time > first->run.time + 0.4; });
  ASSERT_NE(later, nullptr);
  // One step of 5 ms in 0.4 s is 1.3 %; a busy machine may delay it, and forgives a lag beyond 0.1 s.
  const double rate = (later->run.time - first->run.time) / (later->run.wallTime - first->run.wallTime);
  EXPECT_LE(rate, 1.1);
  EXPECT_GE(rate, 0.5);
  running->post(SetTargetRate{0.25});
  const auto slow =
      running.waitFor([&](const Snapshot& s) { return s.run.targetRate == 0.25 && s.run.step > later->run.step; });
  ASSERT_NE(slow, nullptr);
  const auto slower = running.waitFor([&](const Snapshot& s) { return s.run.time > slow->run.time + 0.1; });
  ASSERT_NE(slower, nullptr);
  EXPECT_LE((slower->run.time - slow->run.time) / (slower->run.wallTime - slow->run.wallTime), 0.3);
}

TEST(Pacing, WaitsCatchesUpAndForgives) {
  Pacing pacing;
  pacing.restart(100.0, 0.0);
  EXPECT_NEAR(pacing.waitingTime(100.0, 0.0), 0.0, 1e-12);
  EXPECT_NEAR(pacing.waitingTime(100.0, 0.005), 0.005, 1e-12);
  pacing.setTargetRate(2.0);
  EXPECT_NEAR(pacing.waitingTime(100.0, 0.005), 0.0025, 1e-12);
  pacing.setTargetRate(1.0);
  // 50 ms late: caught up by waiting no time; 5 s late: forgiven, no rush of a thousand steps.
  EXPECT_LT(pacing.waitingTime(100.05, 0.005), 0.0);
  EXPECT_EQ(pacing.waitingTime(105.0, 0.005), 0.0);
  EXPECT_NEAR(pacing.waitingTime(105.0, 0.010), 0.005, 1e-12);
  pacing.setTargetRate(0.0);
  EXPECT_EQ(pacing.waitingTime(0.0, 1e9), 0.0);
}

TEST(Pacing, MeasuresTheRate) {
  Pacing pacing;
  pacing.restart(0.0, 0.0);
  EXPECT_EQ(pacing.actualRate(), 0.0);
  for (int i = 1; i <= 1000; ++i) {
    pacing.stepped(0.01 * i, 0.005);
  }
  EXPECT_NEAR(pacing.actualRate(), 0.5, 1e-6);
}

}  // namespace
}  // namespace scree
