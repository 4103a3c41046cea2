// What goes wrong in the session: no exception leaves it, the last good world stays, the message tells, saving works.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <future>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/parallel.h"
#include "engine/session/recording.h"
#include "engine/session/session.h"
#include "engine/settings/presets.h"
#include "engine/solver/slab_passes.h"
#include "engine/state/state.h"
#include "tests/engine/session/failing_memory.h"
#include "tests/support/drum_world.h"
#include "tests/support/machines.h"
#include "tests/support/slow_world.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

/// Takes steps until there is nothing to do.
void settleSession(Session& session) {
  while (session.advance() == 0.0) {
  }
}

std::string messageOf(Session& session) { return session.snapshots().latest()->run.message; }

std::shared_ptr<const Recording> recordingOfRun(Session& session) {
  const auto run = std::make_shared<std::promise<std::shared_ptr<const Recording>>>();
  auto answer = run->get_future();
  session.post(TakeRecording{run});
  settleSession(session);
  return answer.wait_for(std::chrono::seconds(0)) == std::future_status::ready ? answer.get() : nullptr;
}

/// A few grains that have merged in a drum, and how its run goes on.
class Drum {
 public:
  Drum() : start_(testing::mergingDrum(0.3)) {
    StepData data;
    testing::run(start_, data, 1.0);
    World world = start_;
    hashes_.push_back(stateHash(world));
    StepData fresh;
    for (int i = 0; i < 40; ++i) {
      step(world, fresh);
      hashes_.push_back(stateHash(world));
    }
  }
  const World& start() const { return start_; }
  /// Whether a world is that of the run that nothing disturbed.
  bool isOnIt(const World& world) const {
    const std::uint64_t at = world.step - start_.step;
    return at < hashes_.size() && stateHash(world) == hashes_[at];
  }

 private:
  World start_;
  std::vector<std::uint64_t> hashes_;
};

/// Every request for memory of a step and of the picture after it fails in turn.
TEST(SessionFailure, WhateverRequestForMemoryFailsTheRunIsKept) {
  const Drum drum;
  Session session(drum.start(), false);
  std::size_t failures = 0;
  for (std::size_t before = 0;; ++before) {
    // Near the end of what the drum knows it begins anew.
    if (session.world().step > drum.start().step + 30) {
      session.post(SeekTo{drum.start().step});
      session.post(ResumeHere{});
      settleSession(session);
    }
    session.post(StepOnce{});
    const std::uint64_t step = session.world().step;
    bool failed = false;
    {
      const testing::FailingMemory failing(before);
      session.advance();
      failed = failing.failed() > 0;
    }
    settleSession(session);
    ASSERT_TRUE(drum.isOnIt(session.world())) << "request " << before;
    if (!failed) {
      EXPECT_EQ(session.world().step, step + 1);
      break;
    }
    ++failures;
    ASSERT_NE(messageOf(session).find("not enough memory"), std::string::npos) << messageOf(session);
    ASSERT_LE(session.world().step, step + 1) << "request " << before;
    ASSERT_EQ(session.snapshots().latest()->run.step, session.world().step);
    ASSERT_EQ(session.status().failures, failures);
  }
  EXPECT_GT(failures, 50U);
  const std::shared_ptr<const Recording> run = recordingOfRun(session);
  ASSERT_NE(run, nullptr);
  EXPECT_EQ(run->lastStep, session.world().step);
  // What was saved is the run.
  Session again(World(), false);
  again.post(ReplayRecording{run});
  again.post(SeekTo{run->lastStep});
  settleSession(again);
  EXPECT_EQ(again.world().step, run->lastStep);
  EXPECT_TRUE(drum.isOnIt(again.world()));
}

/// There is none for a while, so that what should help fails as well.
TEST(SessionFailure, WithoutMemoryForAWhileItWaitsAndComesBack) {
  const Drum drum;
  for (const std::size_t before : {0U, 1U, 7U, 30U, 80U}) {
    Session session(drum.start(), false);
    session.post(StepOnce{3});
    settleSession(session);
    session.post(StepOnce{});
    {
      const testing::FailingMemory failing(before, std::numeric_limits<std::size_t>::max());
      for (int i = 0; i < 5; ++i) {
        session.advance();
      }
      EXPECT_GT(failing.failed(), 0U);
    }
    settleSession(session);
    EXPECT_TRUE(drum.isOnIt(session.world())) << before;
    EXPECT_GE(session.world().step, drum.start().step + 3);
    session.post(StepOnce{2});
    settleSession(session);
    EXPECT_TRUE(drum.isOnIt(session.world())) << before;
    EXPECT_GE(session.world().step, drum.start().step + 5);
  }
}

/// Commands that fail leave the world as it was, or as they make it, and the history with it.
TEST(SessionFailure, CommandsThatFailHalfWayLeaveAWholeWorld) {
  const Drum drum;
  const auto other = std::make_shared<World>(testing::mergingDrum(0.5));
  const std::uint64_t otherHash = stateHash(*other);
  for (int kind = 0; kind < 4; ++kind) {
    bool done = false;
    for (std::size_t before = 0; !done; ++before) {
      Session session(drum.start(), false);
      session.post(StepOnce{4});
      settleSession(session);
      const std::uint64_t sequence = kind == 0   ? session.post(ReplaceWorld{other})
                                     : kind == 1 ? session.post(Restart{})
                                     : kind == 2 ? session.post(SeekTo{drum.start().step + 1})
                                                 : session.post(StartTwin{});
      {
        const testing::FailingMemory failing(before);
        session.advance();
        done = failing.failed() == 0;
      }
      settleSession(session);
      const bool isOther = stateHash(session.world()) == otherHash;
      ASSERT_TRUE(drum.isOnIt(session.world()) || (kind == 0 && isOther)) << "kind " << kind << ", request " << before;
      ASSERT_GE(session.snapshots().latest()->run.lastCommand, sequence);
      ASSERT_EQ(done, session.status().failures == 0);
      // And it goes on.
      session.post(StepOnce{});
      settleSession(session);
      ASSERT_TRUE(isOther || drum.isOnIt(session.world())) << "kind " << kind << ", request " << before;
      ASSERT_NE(recordingOfRun(session), nullptr);
      // Each request would take long; of what every command does anyway some do.
      before += before > 60 ? before / 8 : 0;
    }
  }
}

TEST(SessionFailure, WhatAThreadOfThePoolThrowsComesOut) {
  for (const int threads : {1, 2, 3, 8}) {
    ThreadPool pool(threads);
    for (int loop = 0; loop < 50; ++loop) {
      std::atomic<int> runs{0};
      EXPECT_THROW(pool.forChunks(100,
                                  [&](std::size_t chunk) {
                                    ++runs;
                                    if (chunk == 37) {
                                      throw StateError("no");
                                    }
                                  }),
                   StateError);
      EXPECT_LE(runs, 100);
      runs = 0;
      pool.forChunks(100, [&](std::size_t) { ++runs; });
      EXPECT_EQ(runs, 100);
    }
  }
}

/// The others must not wait for a slab that will never be done.
TEST(SessionFailure, WhatASlabsPassThrowsEndsThemAll) {
  const std::vector<PassOrder> passes(20, PassOrder::alternating);
  for (const int threads : {1, 2, 3, 8}) {
    ThreadPool pool(threads);
    for (std::size_t at = 0; at < 12; ++at) {
      EXPECT_THROW(runSlabPasses(12, passes, 2, {}, &pool, nullptr,
                                 [&](std::size_t slab, std::size_t pass) {
                                   if (slab == at && pass == 7) {
                                     throw StateError("no");
                                   }
                                 }),
                   StateError);
    }
  }
}

/// Grains under a box that forces move, merging.
World boxOnGrains() {
  World world = testing::emptyWorld();
  applyPreset(world.parameters, Preset::fast);
  world.parameters.reduction.merging = Switch::on;
  testing::addOpenBox(world, 0.1, 0.3);
  testing::addLattice(world, 6, 6, 4, 0.01, 0.013, 3);
  testing::addBox(world, Vec3(0.06, 0.06, 0.02), 0.2, {Vec3(0, 0, 0.09), Quat::Identity()});
  StepData data;
  testing::run(world, data, 0.4);
  return world;
}

/// A session with a thread that steps it, as the window has.
class Running {
 public:
  explicit Running(World world) : session_(std::move(world), false) {
    thread_ = std::jthread([this](const std::stop_token& stop) {
      while (!stop.stop_requested()) {
        const double wait = session_.advance();
        if (wait > 0.0 && !stop.stop_requested()) {
          session_.commands().wait(std::min(wait, 0.01));
        }
      }
    });
  }
  ~Running() {
    thread_.request_stop();
    session_.interrupt();
  }
  Session* operator->() { return &session_; }
  /// Ends the thread, so that the world may be looked at.
  const World& stopped() {
    thread_.request_stop();
    thread_.join();
    return session_.world();
  }
  /// Whether a snapshot comes that satisfies the condition.
  template <typename Condition>
  bool waitFor(Condition condition) {
    const auto begin = std::chrono::steady_clock::now();
    while (!condition(*session_.snapshots().latest())) {
      if (std::chrono::steady_clock::now() - begin > std::chrono::seconds(20)) {
        return false;
      }
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    return true;
  }

 private:
  Session session_;
  std::jthread thread_;
};

/// Commands that replace the world interrupt the step under way. Where they come to nothing it has to be taken again,
/// from a world that is not in the middle of it.
template <typename Refused>
void expectStepsAllTheSame(const World& start, std::uint64_t expected, int steps, Refused refused) {
  Running session(start);
  for (int i = 0; i < steps; ++i) {
    session->post(StepOnce{});
    const auto begin = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - begin < std::chrono::microseconds(40 * (i % 16))) {
    }
    const std::uint64_t sequence = session->post(refused());
    ASSERT_TRUE(session.waitFor([&](const Snapshot& s) {
      return s.run.lastCommand >= sequence && !s.run.timeline.seekTo &&
             s.run.step == start.step + static_cast<std::uint64_t>(i) + 1;
    })) << "step "
        << i;
  }
  EXPECT_EQ(session->status().failures, 0U);
  EXPECT_EQ(stateHash(session.stopped()), expected);
}

TEST(SessionFailure, NullWorldsAndRecordingsDuringAStepAreRefusedAndTheRunGoesOn) {
  constexpr int kSteps = 40;
  for (const World& start : {testing::mergingDrum(0.3), boxOnGrains()}) {
    World alone = start;
    StepData data;
    testing::takeSteps(alone, data, kSteps);
    const std::uint64_t expected = stateHash(alone);
    expectStepsAllTheSame(start, expected, kSteps, [] { return ReplaceWorld{}; });
    expectStepsAllTheSame(start, expected, kSteps, [] { return ReplayRecording{}; });
    const auto empty = std::make_shared<const Recording>();
    expectStepsAllTheSame(start, expected, kSteps, [&] { return ReplayRecording{empty}; });
    const auto damaged = std::make_shared<Recording>();
    damaged->states.push_back({0, 0.0, nullptr});
    expectStepsAllTheSame(start, expected, kSteps, [&] { return ReplayRecording{damaged}; });
    damaged->states[0].bytes = std::make_shared<const std::vector<std::byte>>(100);
    expectStepsAllTheSame(start, expected, kSteps, [&] { return ReplayRecording{damaged}; });
  }
}

TEST(SessionFailure, ANullWorldThatInterruptsALongStepIsTold) {
  const World start = testing::slowWorld();
  Running session(start);
  session->post(StepOnce{});
  while (!session->status().stepping) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  session->post(Pause{});
  const std::uint64_t sequence = session->post(ReplaceWorld{});
  EXPECT_TRUE(session.waitFor([&](const Snapshot& s) {
    return s.run.lastCommand >= sequence && s.run.message.find("no world") != std::string::npos;
  }));
  EXPECT_EQ(stateHash(session.stopped()), stateHash(start));
}

TEST(SessionFailure, ANullWorldIsToldAndNothingElseHappens) {
  const Drum drum;
  Session session(drum.start(), false);
  for (int i = 0; i < 3; ++i) {
    session.post(ReplaceWorld{});
    settleSession(session);
    EXPECT_NE(messageOf(session).find("no world"), std::string::npos);
    session.post(ReplayRecording{});
    settleSession(session);
    EXPECT_NE(messageOf(session).find("no recording"), std::string::npos);
    session.post(ExtendWorld{});
    settleSession(session);
    EXPECT_NE(messageOf(session).find("no world"), std::string::npos);
    session.post(StepOnce{});
    settleSession(session);
    EXPECT_EQ(session.world().step, drum.start().step + static_cast<std::uint64_t>(i) + 1);
    EXPECT_TRUE(drum.isOnIt(session.world()));
  }
}

TEST(SessionFailure, AbsurdCountsSwallowNoSteps) {
  const Drum drum;
  const std::uint64_t first = drum.start().step;
  Session session(drum.start(), false);
  const auto stepAfter = [&](const Command& command) {
    session.post(command);
    settleSession(session);
    return session.world().step - first;
  };
  EXPECT_EQ(stepAfter(StepOnce{-5}), 0U);
  EXPECT_EQ(stepAfter(StepOnce{std::numeric_limits<int>::min()}), 0U);
  EXPECT_EQ(stepAfter(StepOnce{0}), 0U);
  EXPECT_EQ(stepAfter(StepOnce{5}), 5U);
  EXPECT_EQ(stepAfter(StepBack{-3}), 5U);
  EXPECT_EQ(stepAfter(StepBack{std::numeric_limits<int>::min()}), 5U);
  EXPECT_EQ(stepAfter(StepBack{2}), 3U);
  EXPECT_EQ(stepAfter(StepBack{std::numeric_limits<int>::max()}), 0U);
  EXPECT_EQ(stepAfter(SeekTo{std::numeric_limits<std::uint64_t>::max()}), 5U);
  EXPECT_EQ(stepAfter(SeekTo{0}), 0U);
  EXPECT_EQ(stepAfter(StepOnce{}), 1U);
  EXPECT_TRUE(drum.isOnIt(session.world()));
  // Two that are more than a number holds are as many as it holds, and Pause ends them.
  session.post(StepOnce{std::numeric_limits<int>::max()});
  session.post(StepOnce{std::numeric_limits<int>::max()});
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(session.advance(), 0.0);
  }
  EXPECT_EQ(stepAfter(Pause{}), 5U);
  EXPECT_TRUE(drum.isOnIt(session.world()));
}

TEST(SessionFailure, NumbersThatAreNoneAreRefused) {
  const Drum drum;
  Session session(drum.start(), false);
  const double none = std::nan("");
  const double endless = std::numeric_limits<double>::infinity();
  const Vec3 nowhere(0.0, none, 0.0);
  SplitSensor sensor;
  sensor.pose.position = nowhere;
  const ParticleId id = drum.start().particles.id.front();
  std::vector<Command> commands = {SetTargetRate{none},
                                   SetTargetRate{endless},
                                   SetTargetRate{-1.0},
                                   CaptureFrames{none},
                                   CaptureFrames{endless},
                                   CaptureFrames{-1.0},
                                   CompareMethods{-1},
                                   CompareMethods{std::numeric_limits<int>::max()},
                                   SetDriveSpeed{0, 0, none},
                                   SetDriveSpeed{0, 0, endless},
                                   SetDriveSpeed{0, 1000, 1.0},
                                   SetMotor{1000, 1.0, false},
                                   SetPairLaw{0, 0, PairLawKey::friction, none},
                                   SetPairLaw{0, 0, PairLawKey::restitution, 1.5},
                                   SetPairLaw{0, 1000, PairLawKey::friction, 0.5},
                                   SetPairLaw{0, 0, static_cast<PairLawKey>(200), 0.5},
                                   SetYoungsModulus{0, none},
                                   SetYoungsModulus{1000, 1e6},
                                   AddSensor{sensor, 0},
                                   ChangeSensor{1000, {}},
                                   RemoveSensor{1000},
                                   StartPull{id, nowhere, 1.0, {}},
                                   StartPull{id, Vec3::Zero(), none, {}},
                                   StartPull{id, Vec3::Zero(), -1.0, {}},
                                   StartPull{kNoParticle, Vec3::Zero(), 1.0, {}},
                                   StartPull{id, Vec3::Zero(), 1.0, Grip{1000, Vec3::Zero()}},
                                   MovePull{nowhere},
                                   EndPull{},
                                   SetChoice{ChoiceKey::method, -1},
                                   SetChoice{ChoiceKey::method, 1000},
                                   SetChoice{static_cast<ChoiceKey>(200), 0},
                                   SetParameter{static_cast<ParameterKey>(250), 1.0},
                                   SetPreset{static_cast<Preset>(200)},
                                   SetReductionPreset{static_cast<ReductionPreset>(200)}};
  for (const ParameterInfo& info : parameterTable()) {
    commands.emplace_back(SetParameter{info.key, none});
    commands.emplace_back(SetParameter{info.key, endless});
    commands.emplace_back(SetParameter{info.key, -1e300});
  }
  for (std::size_t i = 0; i < commands.size(); ++i) {
    session.post(commands[i]);
    settleSession(session);
    EXPECT_FALSE(messageOf(session).empty()) << "command " << i;
  }
  session.post(StepOnce{10});
  settleSession(session);
  EXPECT_TRUE(drum.isOnIt(session.world()));
}

}  // namespace
}  // namespace scree
