#include "app/plots/plot_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace scree {
namespace {

/// A table of one column, a row a step of 10 ms.
PlotTable tableOf(const std::vector<float>& values) {
  PlotTable table(1);
  for (std::size_t i = 0; i < values.size(); ++i) {
    table.append(i + 1, 0.01 * static_cast<double>(i + 1), &values[i]);
  }
  return table;
}

std::vector<float> noise(std::size_t count) {
  std::mt19937 random(7);
  std::vector<float> values;
  for (std::size_t i = 0; i < count; ++i) {
    values.push_back(static_cast<float>(random() % 100000));
  }
  return values;
}

ValueRange plainRange(const std::vector<float>& values, std::size_t first, std::size_t end) {
  ValueRange range;
  for (std::size_t i = first; i < std::min(end, values.size()); ++i) {
    range.add(values[i]);
  }
  return range;
}

TEST(MinMaxColumn, KnowsTheExtremesOfAnyPart) {
  const std::vector<float> values = noise(5000);
  MinMaxColumn column;
  std::mt19937 random(3);
  for (std::size_t i = 0; i < values.size(); ++i) {
    column.append(values[i]);
    const std::size_t first = random() % (i + 1);
    const std::size_t end = first + random() % (i + 2 - first);
    const ValueRange wanted = plainRange(values, first, end);
    const ValueRange found = column.rangeOf(first, end);
    ASSERT_EQ(found.isEmpty(), wanted.isEmpty());
    if (!wanted.isEmpty()) {
      ASSERT_EQ(found.low, wanted.low) << first << " to " << end << " of " << i + 1;
      ASSERT_EQ(found.high, wanted.high);
    }
  }
}

TEST(MinMaxColumn, ForgetsWhatIsCutOff) {
  std::vector<float> values = noise(3000);
  MinMaxColumn column;
  for (const float value : values) {
    column.append(value);
  }
  for (const std::size_t kept : {2999UL, 2561UL, 2560UL, 257UL, 256UL, 17UL, 16UL, 3UL, 0UL}) {
    column.truncate(kept);
    values.resize(kept);
    ASSERT_EQ(column.size(), kept);
    // What follows must not remember what was there.
    MinMaxColumn grown = column;
    std::vector<float> wanted = values;
    for (int i = 0; i < 600; ++i) {
      grown.append(-1.0f - static_cast<float>(i));
      wanted.push_back(-1.0f - static_cast<float>(i));
    }
    for (std::size_t first = 0; first < wanted.size(); first += 41) {
      ASSERT_EQ(grown.rangeOf(first, wanted.size()).high, plainRange(wanted, first, wanted.size()).high);
      ASSERT_EQ(grown.rangeOf(first, wanted.size()).low, plainRange(wanted, first, wanted.size()).low);
    }
  }
}

TEST(MinMaxColumn, WhatIsNoNumberHasNoExtremes) {
  MinMaxColumn column;
  for (int i = 0; i < 100; ++i) {
    column.append(i % 2 == 0 ? NAN : static_cast<float>(i));
  }
  EXPECT_EQ(column.rangeOf(0, 100).low, 1.0f);
  EXPECT_EQ(column.rangeOf(0, 100).high, 99.0f);
  EXPECT_TRUE(column.rangeOf(2, 3).isEmpty());
}

TEST(PlotTable, FindsRowsByTimeAndStep) {
  const PlotTable table = tableOf(noise(100));
  EXPECT_EQ(table.rowAt(0.0), 0U);
  EXPECT_EQ(table.rowAt(0.5), 49U);
  EXPECT_EQ(table.rowAt(2.0), 100U);
  EXPECT_EQ(table.nearestRow(0.504), 49U);
  EXPECT_EQ(table.nearestRow(0.506), 50U);
  EXPECT_EQ(table.nearestRow(99.0), 99U);
  EXPECT_EQ(table.rowAfter(50), 50U);
  EXPECT_TRUE(table.has(100));
  EXPECT_FALSE(table.has(101));
}

TEST(PlotTable, MergesWhatWasLeftOut) {
  PlotTable table(1);
  PlotTable late(1);
  for (std::uint64_t step = 1; step <= 300; ++step) {
    const auto value = static_cast<float>(step);
    const bool isLate = (step > 40 && step <= 90) || step == 200;
    (isLate ? late : table).append(step, 0.01 * static_cast<double>(step), &value);
  }
  const float wrong = -1.0f;
  PlotTable again(1);
  again.append(100, 1.0, &wrong);  // known already
  table.merge(late);
  table.merge(again);
  ASSERT_EQ(table.rows(), 300U);
  for (std::size_t row = 0; row < 300; ++row) {
    EXPECT_EQ(table.step(row), row + 1);
    EXPECT_EQ(table.column(0)[row], static_cast<float>(row + 1));
  }
  EXPECT_EQ(table.column(0).rangeOf(0, 300).low, 1.0f);
}

TEST(Curve, ShowsEveryPointWhereThereIsRoom) {
  const std::vector<float> values = noise(400);
  const PlotTable table = tableOf(values);
  const auto points = curveOf(table, 0, 1.0, 2.0, 500);
  // The rows from 1 s to 2 s, and one more on both sides.
  ASSERT_EQ(points.size(), 102U);
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_EQ(points[i].value, static_cast<double>(values[98 + i]));
  }
}

/// However many there are, each pixel keeps the extremes of what falls into it.
TEST(Curve, KeepsTheExtremesOfEachPixel) {
  constexpr int kPixels = 300;
  std::vector<float> values(100000, 0.0f);
  values[51234] = 7.0f;
  values[77777] = -3.0f;
  const PlotTable table = tableOf(values);
  const auto points = curveOf(table, 0, 0.0, 1000.0, kPixels);
  EXPECT_LE(points.size(), 2U * kPixels + 2U);
  double high = 0.0;
  double low = 0.0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_TRUE(i == 0 || points[i].time >= points[i - 1].time) << "times ascend";
    high = std::max(high, points[i].value);
    low = std::min(low, points[i].value);
    if (points[i].value == 7.0) {
      EXPECT_NEAR(points[i].time, 512.35, 1000.0 / kPixels);
    }
  }
  EXPECT_EQ(high, 7.0);
  EXPECT_EQ(low, -3.0);
}

}  // namespace
}  // namespace scree
