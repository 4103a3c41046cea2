// How many threads step a world when nobody says, and that changing them while it runs changes nothing.
#include "engine/step/step_threads.h"

#include <gtest/gtest.h>

#include "engine/state/state.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

TEST(ThreadsThatPay, FollowTheContactsUpToHalfOfTheProcessors) {
  EXPECT_EQ(threadsThatPay(0, 16, 1), 1);
  EXPECT_EQ(threadsThatPay(3999, 16, 1), 1);
  EXPECT_EQ(threadsThatPay(4000, 16, 1), 2);
  EXPECT_EQ(threadsThatPay(10000, 16, 2), 5);
  EXPECT_EQ(threadsThatPay(1000000, 16, 5), 8);
  for (const int processors : {0, 1, 2, 3}) {
    EXPECT_EQ(threadsThatPay(1000000, processors, 1), 1) << processors << " processors";
  }
}

TEST(ThreadsThatPay, AreKeptUntilHalfOfThemWouldDo) {
  EXPECT_EQ(threadsThatPay(10000, 16, 6), 6);
  EXPECT_EQ(threadsThatPay(8000, 16, 6), 6);
  EXPECT_EQ(threadsThatPay(6000, 16, 6), 3);
  EXPECT_EQ(threadsThatPay(0, 16, 2), 1);
  EXPECT_EQ(threadsThatPay(40000, 16, 12), 8) << "more than pay were asked for before";
}

TEST(StepThreads, AreAsManyAsAskedFor) {
  StepThreads threads;
  EXPECT_EQ(threads.size(), 1);
  EXPECT_EQ(threads.forStep(1, 1000000), nullptr);
  ASSERT_NE(threads.forStep(3, 0), nullptr);
  EXPECT_EQ(threads.get()->size(), 3);
  EXPECT_EQ(threads.forStep(3, 0), threads.get());
  EXPECT_EQ(threads.forStep(0, 0), nullptr) << "nothing to do for more than one";
  EXPECT_EQ(threads.size(), 1);
}

World bed() {
  World world = testing::emptyWorld();
  world.parameters.sweeps = 5;
  world.parameters.impactSweeps = 5;
  testing::addOpenBox(world, 16 * 1.1 * testing::kDiameter, 0.2);
  testing::addLattice(world, 14, 14, 12, 0.009, 0.013, 8);
  return world;
}

TEST(StepThreads, ChangedWhileItRunsTheyChangeNoBit) {
  World one = bed();
  StepData alone;
  testing::takeSteps(one, alone, 40);
  World other = bed();
  StepData data;
  StepThreads threads;
  for (int i = 0; i < 40; ++i) {
    data.context.threads = threads.forStep(1 + (i / 3) % 4, data.list.contacts.size());
    testing::takeSteps(other, data, 1);
  }
  EXPECT_GT(data.list.contacts.size(), 2048U) << "too few for pieces of work";
  EXPECT_EQ(stateHash(other), stateHash(one));
}

}  // namespace
}  // namespace scree
