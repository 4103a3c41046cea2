#include <gtest/gtest.h>

#include <cmath>

#include "app/ui_state/long_work.h"

namespace scree::testing {
namespace {

/// Work of ten seconds at an even pace.
TEST(TimeLeft, IsToldOnceItIsSteady) {
  TimeLeft left;
  std::optional<double> told;
  double first = -1.0;
  for (int i = 0; i <= 90; ++i) {
    const double now = 100.0 + 0.1 * i;
    told = left.update(0.01 * i, now);
    if (told) {
      first = first < 0.0 ? 0.1 * i : first;
      EXPECT_NEAR(*told, 10.0 - 0.1 * i, 0.1);
    }
  }
  EXPECT_TRUE(told);
  EXPECT_GT(first, 1.0) << "the first moments tell nothing";
  EXPECT_LT(first, 3.0);
}

TEST(TimeLeft, IsNotToldWhileItJumps) {
  TimeLeft left;
  double share = 0.0;
  for (int i = 0; i < 40; ++i) {
    // Each second is twice as fast as all before.
    share = 0.02 * std::pow(1.1, i) - 0.02;
    const auto told = left.update(share, 0.5 * i);
    EXPECT_TRUE(!told || share > 0.3) << share;
  }
}

/// Films tell their share frame by frame, long work in coarse parts.
TEST(TimeLeft, IsToldForCoarseShares) {
  TimeLeft left;
  std::optional<double> told;
  for (int i = 0; i <= 700; ++i) {
    const double now = 0.1 * i;
    told = left.update(0.03 * std::floor(now / 3.0), now);
    if (told) {
      EXPECT_NEAR(*told, 100.0 - now, 12.0) << now;
    }
  }
  EXPECT_TRUE(told);
}

TEST(TimeLeft, IsNotToldOnceTheWorkStalls) {
  TimeLeft left;
  for (int i = 0; i <= 50; ++i) {
    left.update(0.01 * i, 0.1 * i);
  }
  EXPECT_TRUE(left.update(0.51, 5.1));
  for (int i = 0; i < 40; ++i) {
    left.update(0.51, 5.2 + 0.1 * i);
  }
  EXPECT_FALSE(left.update(0.51, 9.2));
}

TEST(TimeLeft, BeginsAnewWhenTheShareFalls) {
  TimeLeft left;
  for (int i = 0; i <= 50; ++i) {
    left.update(0.01 * i, 0.1 * i);
  }
  EXPECT_TRUE(left.update(0.51, 5.1));
  EXPECT_FALSE(left.update(0.0, 5.2));
}

TEST(LongWorkList, ShortWorkDoesNotFlicker) {
  LongWorkList list;
  list.update({{.name = "Loading a.yaml"}}, 10.0);
  EXPECT_TRUE(list.shown().empty());
  list.update({{.name = "Loading a.yaml", .share = 0.3}, {.name = "Filming"}}, 10.5);
  ASSERT_EQ(list.shown().size(), 1U);
  EXPECT_EQ(list.shown()[0].name, "Loading a.yaml");
  list.update({{.name = "Filming"}}, 11.0);
  ASSERT_EQ(list.shown().size(), 1U);
  EXPECT_EQ(list.shown()[0].name, "Filming");
  list.update({}, 11.1);
  EXPECT_TRUE(list.shown().empty());
  list.update({{.name = "Filming"}}, 12.0);
  EXPECT_TRUE(list.shown().empty()) << "another film begins anew";
}

}  // namespace
}  // namespace scree::testing
