#include "engine/session/checkpoint_ring.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/snapshot/timeline.h"

namespace scree {
namespace {

constexpr std::size_t kSize = 1000;

SavedState state(std::uint64_t step, std::size_t size = kSize) {
  return {step, 0.01 * static_cast<double>(step), std::make_shared<const std::vector<std::byte>>(size)};
}

CheckpointRing longRun(std::size_t budget, std::uint64_t steps) {
  CheckpointRing ring;
  ring.setBudget(budget, 0);
  ring.begin(state(0));
  for (std::uint64_t step = 1; step <= steps; ++step) {
    ring.add(state(step), step);
    EXPECT_LE(ring.bytes(), budget);
  }
  return ring;
}

TEST(CheckpointRing, KeepsItsBudgetAndIsDenseNearNow) {
  const CheckpointRing ring = longRun(40 * kSize, 5000);
  ASSERT_EQ(ring.states().size(), 40U) << "and makes use of it";
  EXPECT_EQ(ring.bytes(), 40 * kSize);
  EXPECT_EQ(ring.states().front().step, 0U);
  EXPECT_EQ(ring.states().back().step, 5000U);
  // 39 gaps over 5000 steps: with gaps in proportion to the age, by a factor q each, 39 = ln(5000 (q - 1))/ln q or so,
  // thus q of about 1.2. Thinning one by one makes at most some three of them into one.
  for (std::size_t i = 1; i < ring.states().size(); ++i) {
    const double age = static_cast<double>(5000 - ring.states()[i].step);
    const double gap = static_cast<double>(ring.states()[i].step - ring.states()[i - 1].step);
    EXPECT_LE(gap, 0.6 * age + 4.0) << ring.states()[i].step;
  }
}

TEST(CheckpointRing, FindsTheLastStateAtOrBefore) {
  CheckpointRing ring;
  ring.begin(state(10));
  ring.add(state(20), 20);
  ring.add(state(40), 40);
  ring.add(state(30), 30);
  EXPECT_EQ(ring.before(5).step, 10U) << "nothing is earlier";
  EXPECT_EQ(ring.before(10).step, 10U);
  EXPECT_EQ(ring.before(29).step, 20U);
  EXPECT_EQ(ring.before(30).step, 30U);
  EXPECT_EQ(ring.before(1000).step, 40U);
  EXPECT_TRUE(ring.has(30));
  EXPECT_FALSE(ring.has(31));
  ring.add(state(30, 77), 30);
  EXPECT_EQ(ring.bytes(), 4 * kSize) << "one state a step";
  ring.drop(30);
  EXPECT_FALSE(ring.has(30));
  ring.dropAfter(20);
  EXPECT_EQ(ring.before(1000).step, 20U);
  ring.dropAfter(0);
  EXPECT_EQ(ring.before(1000).step, 10U) << "the first stays";
  EXPECT_EQ(ring.bytes(), kSize);
}

TEST(CheckpointRing, StateLargerThanTheBudgetIsNotKept) {
  CheckpointRing ring;
  ring.begin(state(0));
  ring.setBudget(kSize / 2, 0);
  ring.add(state(1), 1);
  EXPECT_EQ(ring.states().size(), 1U) << "only the first, which a restart needs anyway";
}

TEST(CheckpointRing, SmallerBudgetThinsAtOnceAroundTheStepLookedAt) {
  CheckpointRing ring = longRun(1000 * kSize, 900);
  ring.setBudget(20 * kSize, 300);
  EXPECT_EQ(ring.states().size(), 20U);
  EXPECT_LE(300 - ring.before(300).step, 3U);
  EXPECT_LE(301 - ring.before(301).step, 3U);
}

TEST(Timeline, StepsAndTimesBelongTogetherWhenTheTimeStepChanged) {
  Timeline timeline;
  timeline.first = {100, 1.0, {}};
  timeline.last = {160, 1.4, {}};
  // 20 steps of 5 ms, 20 of 10 ms, 20 of 5 ms; several commands at once.
  timeline.commands = std::make_shared<const std::vector<TimeMark>>(
      std::vector<TimeMark>{{100, 1.0, "a"}, {120, 1.1, "b"}, {120, 1.1, "c"}, {140, 1.3, "d"}, {160, 1.4, "e"}});
  for (std::uint64_t step = 100; step <= 160; ++step) {
    const double n = static_cast<double>(step - 100);
    const double time = n <= 20 ? 1.0 + 5e-3 * n : n <= 40 ? 1.1 + 0.01 * (n - 20) : 1.3 + 5e-3 * (n - 40);
    EXPECT_NEAR(timeOf(timeline, step), time, 1e-12) << step;
    EXPECT_EQ(stepAt(timeline, time), step);
  }
  EXPECT_EQ(stepAt(timeline, 0.0), 100U);
  EXPECT_EQ(stepAt(timeline, 99.0), 160U);
  EXPECT_EQ(timeOf(timeline, 0), 1.0);
  EXPECT_EQ(stepAt(Timeline{}, 1.0), 0U);
}

}  // namespace
}  // namespace scree
