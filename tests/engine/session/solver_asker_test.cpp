// The error of the solver, measured in the background: the answer, and no effect on the run.
#include "engine/session/solver_asker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "engine/analysis/solving/solver_error.h"
#include "engine/analysis/would_move.h"
#include "engine/base/clock.h"
#include "engine/session/session.h"
#include "engine/state/state.h"
#include "tests/support/bed.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

/// A bed at rest, after which gravity has turned: it creeps, as its sweeps are few.
World creepingBox() {
  World world = testing::settledBox(5, 5, 4, 3);
  world.parameters.sweeps = 4;
  world.parameters.restTolerance = 0.0;
  world.parameters.gravity = Vec3(2.4, 0.0, -9.5);
  return world;
}

SolverErrorReading readingOf(Session& session) { return session.snapshots().latest()->solverError; }

/// Advances until an answer about step `step` or later is in the newest snapshot; null after 30 s.
std::shared_ptr<const AskedSolver> measuredFrom(Session& session, std::uint64_t step) {
  const double start = steadySeconds();
  while (steadySeconds() - start < 30.0) {
    session.commands().wait(std::min(session.advance(), 0.01));
    const SolverErrorReading reading = readingOf(session);
    if (reading.answer != nullptr && reading.answer->step >= step) {
      return reading.answer;
    }
  }
  return nullptr;
}

TEST(SolverAsker, AnswersWhatTheCopiesTell) {
  const World world = creepingBox();
  const std::optional<SolverError> expected = solverErrorNow(world, nullptr);
  ASSERT_TRUE(expected.has_value());
  ASSERT_GT(expected->creep, 0.0);
  EXPECT_NEAR(expected->time, trialTime(world), world.parameters.timeStep);
  Session session(world, false);
  session.advance();
  EXPECT_FALSE(readingOf(session).isOn) << "nobody asked";
  session.post(AskSolver{});
  const auto answer = measuredFrom(session, 0);
  ASSERT_NE(answer, nullptr);
  EXPECT_TRUE(readingOf(session).isOn);
  EXPECT_FALSE(session.snapshots().latest()->asked.isOn) << "members are another question";
  EXPECT_EQ(answer->trouble, "");
  EXPECT_EQ(answer->step, world.step);
  EXPECT_EQ(answer->time, world.time);
  EXPECT_EQ(answer->compared, expected->time);
  EXPECT_EQ(answer->creep, expected->creep);
  EXPECT_EQ(answer->sinking, expected->sinking);
  EXPECT_EQ(answer->angle, expected->angle);
  EXPECT_EQ(answer->kinetic, expected->kinetic);
  EXPECT_EQ(answer->force, expected->force);
  EXPECT_GT(answer->seconds, 0.0);
  ASSERT_EQ(answer->ids, world.particles.id);
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    EXPECT_EQ(answer->speedOf(world.particles.id[i]), static_cast<float>(expected->speeds[i]));
  }
  EXPECT_FALSE(answer->speedOf(1'000'000).has_value()) << "it was not compared";
}

TEST(SolverAsker, ChangesNoBitOfTheRun) {
  World alone = creepingBox();
  const std::uint64_t end = alone.step + 30;
  StepData data;
  testing::takeSteps(alone, data, 30);
  Session session(creepingBox(), false);
  session.post(AskSolver{});
  session.post(AskMembers{});
  ASSERT_NE(measuredFrom(session, 0), nullptr);
  session.post(StepOnce{30});
  ASSERT_NE(measuredFrom(session, end), nullptr);
  EXPECT_EQ(stateHash(session.world()), stateHash(alone));
}

TEST(SolverAsker, OffDropsTheAnswer) {
  Session session(creepingBox(), false);
  session.post(AskSolver{});
  ASSERT_NE(measuredFrom(session, 0), nullptr);
  session.post(AskSolver{false});
  session.advance();
  EXPECT_FALSE(readingOf(session).isOn);
  EXPECT_EQ(readingOf(session).answer, nullptr);
}

TEST(SolverAsker, OffEndsTheQuestionUnderWay) {
  const double start = steadySeconds();
  {
    World slow = creepingBox();
    slow.parameters.timeStep = 1e-8;
    Session session(std::move(slow), false);
    session.post(AskSolver{});
    session.advance();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    session.advance();
    EXPECT_EQ(readingOf(session).answer, nullptr) << "it takes minutes";
    session.post(AskSolver{false});
    session.advance();
    EXPECT_FALSE(readingOf(session).isOn);
  }
  EXPECT_LT(steadySeconds() - start, 10.0);
}

TEST(SolverAsker, AnEmptyWorldHasNoError) {
  Session session(testing::emptyWorld(), false);
  session.post(AskSolver{});
  const auto answer = measuredFrom(session, 0);
  ASSERT_NE(answer, nullptr);
  EXPECT_TRUE(answer->ids.empty());
  EXPECT_EQ(answer->creep, 0.0);
}

}  // namespace
}  // namespace scree
