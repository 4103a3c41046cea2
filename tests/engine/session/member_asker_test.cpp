// Members that are asked in the background whether they would move: the answer, and no effect on the run.
#include "engine/session/member_asker.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "engine/analysis/would_move.h"
#include "engine/base/clock.h"
#include "engine/session/session.h"
#include "engine/state/state.h"
#include "engine/world/placement.h"
#include "engine/world/reduction_limits.h"
#include "tests/support/bed.h"
#include "tests/support/drum_world.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

/// A bed at rest with most grains merged, after which gravity has turned: members would slide.
World tiltedBed() {
  World world = testing::settledBox(5, 5, 4, 3);
  world.parameters.reduction.merging = Switch::on;
  StepData data;
  testing::run(world, data, 0.3);
  placeMembers(world);
  world.parameters.gravity = Vec3(9.0, 0.0, -4.0);
  return world;
}

/// The same with so short a step that a question takes minutes.
World slowlyAnswering() {
  World world = tiltedBed();
  world.parameters.timeStep = 1e-8;
  return world;
}

World flowingDrum() {
  World world = testing::drumWorld(150, 0.010, 0.013, 0.08, 2);
  applyPreset(world.parameters, Preset::fast);
  world.parameters.reduction.merging = Switch::on;
  world.bodies[0].drives[0].speed.value = 0.5;
  return world;
}

AskedReading latestReading(Session& session) { return session.snapshots().latest()->asked; }

/// Advances until an answer is in the newest snapshot; null after 20 s.
std::shared_ptr<const AskedMembers> waitForAnswer(Session& session) {
  const double start = steadySeconds();
  while (steadySeconds() - start < 20.0) {
    session.commands().wait(std::min(session.advance(), 0.01));
    if (const AskedReading reading = latestReading(session); reading.answer != nullptr) {
      return reading.answer;
    }
  }
  return nullptr;
}

TEST(MemberAsker, AnswersWhatAConvergedSolveTells) {
  const World world = tiltedBed();
  const WouldMove expected = wouldMove(world, nullptr);
  ASSERT_GT(expected.slots.size(), 0U) << "the difference must matter";
  Session session(world, false);
  session.advance();
  EXPECT_FALSE(latestReading(session).isOn) << "nobody asked";
  session.post(AskMembers{});
  const auto answer = waitForAnswer(session);
  ASSERT_NE(answer, nullptr);
  EXPECT_TRUE(latestReading(session).isOn);
  EXPECT_EQ(answer->trouble, "");
  EXPECT_EQ(answer->step, world.step);
  EXPECT_EQ(answer->time, world.time);
  EXPECT_EQ(answer->members, world.reduction.memberCount);
  EXPECT_EQ(answer->limit, reductionLimits(world).tangential);
  EXPECT_GT(answer->seconds, 0.0);
  ASSERT_EQ(answer->ids.size(), expected.slots.size());
  for (std::size_t i = 0; i < expected.slots.size(); ++i) {
    EXPECT_EQ(answer->ids[i], world.particles.id[expected.slots[i]]);
    EXPECT_EQ(answer->speeds[i], static_cast<float>(expected.speeds[i]));
    EXPECT_EQ(answer->speedOf(answer->ids[i]), answer->speeds[i]);
  }
  EXPECT_GE(answer->largestSpeed(), answer->speeds.front());
  EXPECT_EQ(answer->speedOf(1'000'000), 0.0f);
  const auto again = waitForAnswer(session);
  EXPECT_EQ(again, answer) << "a paused run is asked once";
}

TEST(MemberAsker, ChangesNoBitOfTheRun) {
  World alone = flowingDrum();
  StepData data;
  testing::takeSteps(alone, data, 150);
  ASSERT_GT(alone.reduction.counts.merges, 0U);
  Session session(flowingDrum(), false);
  session.post(AskMembers{});
  for (const std::uint64_t end : {100U, 150U}) {
    session.post(StepOnce{static_cast<int>(end - session.world().step)});
    std::shared_ptr<const AskedMembers> answer;
    while (session.world().step < end || answer == nullptr || answer->step < end) {
      answer = waitForAnswer(session);
      ASSERT_NE(answer, nullptr);
    }
    EXPECT_GT(answer->members, 0U);
  }
  EXPECT_EQ(stateHash(session.world()), stateHash(alone));
}

TEST(MemberAsker, OffEndsTheQuestionUnderWay) {
  const double start = steadySeconds();
  {
    Session session(slowlyAnswering(), false);
    session.post(AskMembers{});
    session.advance();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    session.advance();
    EXPECT_TRUE(latestReading(session).isOn);
    EXPECT_EQ(latestReading(session).answer, nullptr) << "it takes minutes";
    session.post(AskMembers{false});
    session.advance();
    EXPECT_FALSE(latestReading(session).isOn);
    session.post(AskMembers{});
    session.advance();
    EXPECT_TRUE(latestReading(session).isOn);
  }
  EXPECT_LT(steadySeconds() - start, 10.0) << "an end of the session ends it, too";
}

TEST(MemberAsker, AnotherWorldIsAskedAnew) {
  Session session(tiltedBed(), false);
  session.post(AskMembers{});
  const auto first = waitForAnswer(session);
  ASSERT_NE(first, nullptr);
  session.post(ReplaceWorld{std::make_shared<const World>(flowingDrum())});
  session.advance();
  const auto second = waitForAnswer(session);
  ASSERT_NE(second, nullptr);
  EXPECT_NE(second, first);
  EXPECT_EQ(second->members, 0U) << "nothing is merged in the drum yet";
  EXPECT_EQ(second->share(), 0.0);
}

TEST(MemberAsker, AWorldThatIsReplacedStopsAQuestion) {
  Session session(slowlyAnswering(), false);
  session.post(AskMembers{});
  session.advance();
  session.post(ReplaceWorld{std::make_shared<const World>(tiltedBed())});
  const auto answer = waitForAnswer(session);
  ASSERT_NE(answer, nullptr);
  EXPECT_GT(answer->ids.size(), 0U);
}

TEST(MemberAsker, AnotherTimeOfTheRunDropsTheAnswer) {
  Session session(tiltedBed(), false);
  session.post(AskMembers{});
  session.post(StepOnce{5});
  const std::uint64_t end = session.world().step + 5;
  std::shared_ptr<const AskedMembers> answer;
  while (answer == nullptr || answer->step < end) {
    answer = waitForAnswer(session);
    ASSERT_NE(answer, nullptr);
  }
  session.post(StepBack{2});
  do {
    session.advance();
    const std::shared_ptr<const Snapshot> shown = session.snapshots().latest();
    EXPECT_TRUE(shown->asked.answer == nullptr || shown->asked.answer->step <= shown->run.step);
  } while (session.world().step != end - 2 || latestReading(session).answer == nullptr);
  EXPECT_EQ(latestReading(session).answer->step, end - 2);
}

TEST(MemberAsker, AnInterruptedTrialTellsNothing) {
  const std::atomic<int> raised{1};
  const WouldMove found = wouldMove(tiltedBed(), nullptr, &raised);
  EXPECT_FALSE(found.isKnown);
  EXPECT_TRUE(found.slots.empty());
}

TEST(MemberAsker, RestsThreeTimesAsLongAsItWorks) {
  const World world = tiltedBed();
  MemberAsker asker([] {});
  asker.switchOn(true);
  const double start = steadySeconds();
  double worked = 0.0;
  double last = 0.0;
  for (std::uint64_t moment = 0; steadySeconds() - start < 0.3; ++moment) {
    asker.offer(world, {moment, 0});
    if (asker.takeNews()) {
      last = asker.reading().answer->seconds;
      worked += last;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_GT(worked, 0.0);
  EXPECT_LE(worked, 0.25 * (steadySeconds() - start) + last);
}

}  // namespace
}  // namespace scree
