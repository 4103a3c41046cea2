// Values of sweeps: ranges, samples, means and paths in reports.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "app/sweep/report_path.h"
#include "app/sweep/sampling.h"
#include "app/sweep/sweep_table.h"
#include "app/sweep/sweep_values.h"
#include "engine/io/report.h"

namespace scree {
namespace {

TEST(SweepValues, NumbersHaveUnits) {
  const auto plain = unitNumberOf("0.5");
  ASSERT_TRUE(plain);
  EXPECT_DOUBLE_EQ(plain->value, 0.5);
  EXPECT_EQ(plain->unit, "");
  const auto length = unitNumberOf("+10  mm ");
  ASSERT_TRUE(length);
  EXPECT_DOUBLE_EQ(length->value, 10.0);
  EXPECT_EQ(length->unit, "mm");
  EXPECT_FALSE(unitNumberOf("on"));
  EXPECT_FALSE(unitNumberOf("inf"));
  EXPECT_FALSE(unitNumberOf(""));
}

TEST(SweepValues, RangesHaveTheirEndsExactly) {
  const KeyRange linear{.from = 0.1, .to = 0.7, .unit = "mm"};
  EXPECT_EQ(linear.values(4), (std::vector<std::string>{"0.1 mm", "0.3 mm", "0.5 mm", "0.7 mm"}));
  const KeyRange log{.from = 0.001, .to = 1.0, .isLog = true};
  EXPECT_EQ(log.values(4), (std::vector<std::string>{"0.001", "0.01", "0.1", "1"}));
  const KeyRange down{.from = 4.0, .to = 1.0};
  EXPECT_EQ(down.values(4), (std::vector<std::string>{"4", "3", "2", "1"}));
  EXPECT_EQ(down.values(1), (std::vector<std::string>{"4"}));
}

TEST(SweepValues, WholeNumbersComeOnce) {
  const KeyRange range{.from = 1.0, .to = 3.0, .isWhole = true};
  EXPECT_EQ(range.values(5), (std::vector<std::string>{"1", "2", "3"}));
}

/// Number of different strata of `count` that the points lie in, in one dimension.
std::size_t strataOf(const std::vector<std::vector<double>>& points, std::size_t dimension, std::size_t count) {
  std::set<std::size_t> strata;
  for (const std::vector<double>& point : points) {
    EXPECT_GE(point[dimension], 0.0);
    EXPECT_LT(point[dimension], 1.0);
    strata.insert(static_cast<std::size_t>(point[dimension] * static_cast<double>(count)));
  }
  return strata.size();
}

TEST(SweepSampling, LatinHypercubesHaveOnePointInEachStratum) {
  for (const int count : {1, 7, 100}) {
    const auto points = sampleUnit(SampleMethod::lhs, count, 5, 3);
    ASSERT_EQ(points.size(), static_cast<std::size_t>(count));
    for (std::size_t d = 0; d < 5; ++d) {
      EXPECT_EQ(strataOf(points, d, points.size()), points.size()) << "dimension " << d;
    }
  }
  EXPECT_NE(sampleUnit(SampleMethod::lhs, 7, 2, 1), sampleUnit(SampleMethod::lhs, 7, 2, 2)) << "the seed tells";
  EXPECT_EQ(sampleUnit(SampleMethod::lhs, 7, 2, 1), sampleUnit(SampleMethod::lhs, 7, 2, {}));
}

/// The first points of the sequence in three dimensions, as Joe and Kuo's own program prints them.
TEST(SweepSampling, SobolBeginsAsPublished) {
  const std::vector<std::vector<double>> published = {
      {0.0, 0.0, 0.0},       {0.5, 0.5, 0.5},       {0.75, 0.25, 0.25},    {0.25, 0.75, 0.75},
      {0.375, 0.375, 0.625}, {0.875, 0.875, 0.125}, {0.625, 0.125, 0.875}, {0.125, 0.625, 0.375}};
  EXPECT_EQ(sampleUnit(SampleMethod::sobol, 8, 3, {}), published);
}

TEST(SweepSampling, SobolIsEvenInEachDimension) {
  for (const std::optional<std::uint64_t> seed : {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(5)}) {
    const auto points = sampleUnit(SampleMethod::sobol, 256, kMostSobolDimensions, seed);
    for (std::size_t d = 0; d < kMostSobolDimensions; ++d) {
      EXPECT_EQ(strataOf(points, d, points.size()), points.size()) << "dimension " << d;
    }
  }
}

/// Neighbouring dimensions fill squares of 16 by 16 evenly: each two-dimensional projection of 256 points of the
/// first five dimensions has at most two in a square.
TEST(SweepSampling, SobolFillsPlanes) {
  const auto points = sampleUnit(SampleMethod::sobol, 256, 5, {});
  for (std::size_t a = 0; a < 5; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      std::vector<int> counts(64, 0);
      for (const std::vector<double>& p : points) {
        ++counts[static_cast<std::size_t>(p[a] * 8.0) * 8 + static_cast<std::size_t>(p[b] * 8.0)];
      }
      EXPECT_EQ(*std::ranges::max_element(counts), 4) << a << " and " << b;
    }
  }
}

TEST(SweepTable, MeansHaveTheirErrors) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const SeedMean mean = meanOf({1.0, 2.0, 3.0, none});
  EXPECT_EQ(mean.count, 3U);
  EXPECT_DOUBLE_EQ(mean.mean, 2.0);
  EXPECT_DOUBLE_EQ(mean.error, 1.0 / std::sqrt(3.0));
  EXPECT_EQ(meanText(mean, 3), "2.00 ± 0.58");
  EXPECT_EQ(meanText(mean, 4), "2.00 ± 0.58 (3 of 4 seeds)");
  EXPECT_EQ(meanText(meanOf({0.5}), 3), "0.5 (1 of 3 seeds)");
  EXPECT_EQ(meanText(meanOf({0.5}), 1), "0.5");
  EXPECT_EQ(meanText(meanOf({none}), 3), "-");
  EXPECT_EQ(meanText(meanOf({4.0, 4.0}), 2), "4 ± 0");
  EXPECT_EQ(meanText(meanOf({1230.0, 1270.0}), 2), "1250 ± 20");
}

TEST(SweepTable, BoundsAreJudgedByTheError) {
  EXPECT_EQ(boundText({.count = 3, .mean = -1.0, .error = 0.1}, 0.5), "beyond the bound");
  EXPECT_EQ(boundText({.count = 3, .mean = 0.6, .error = 0.1}, 0.5), "beyond the bound, not surely");
  EXPECT_EQ(boundText({.count = 3, .mean = 0.4, .error = 0.1}, 0.5), "within the bound, not surely");
  EXPECT_EQ(boundText({.count = 3, .mean = 0.1, .error = 0.1}, 0.5), "within the bound");
  EXPECT_EQ(boundText({.count = 1, .mean = 0.1}, 0.5), "within the bound, by one pair");
  EXPECT_EQ(boundText({.count = 0}, 0.5), "");
}

TEST(SweepTable, AnglesHaveMeanAndDeviation) {
  AngleRecord record;
  EXPECT_EQ(record.deviation(), 0.0);
  for (const double angle : {0.4, 0.5, 0.9}) {
    record.add(angle);
  }
  EXPECT_EQ(record.answers, 3U);
  EXPECT_DOUBLE_EQ(record.last, 0.9);
  EXPECT_NEAR(record.mean, 0.6, 1e-15);
  EXPECT_NEAR(record.deviation(), std::sqrt(0.07), 1e-15);
}

TEST(SweepTable, PathsLeadIntoReports) {
  const std::string report =
      R"({"a": {"b": 2.5, "c": null, "text": "x"}, "list": [{"name": "drain", "mass": 3}, {"name": "out", "mass": 4}]})";
  const std::vector<double> numbers = numbersAt(report, {"a.b", "list.out.mass", "list.0.mass", "a.c", "a.text", "q"});
  EXPECT_DOUBLE_EQ(numbers[0], 2.5);
  EXPECT_DOUBLE_EQ(numbers[1], 4.0);
  EXPECT_DOUBLE_EQ(numbers[2], 3.0);
  for (std::size_t i = 3; i < 6; ++i) {
    EXPECT_TRUE(std::isnan(numbers[i])) << i;
  }
  EXPECT_EQ(complaintOnPath(report, "a.c").what, "");
  EXPECT_EQ(complaintOnPath(report, "list.drian.mass").remedy, "did you mean 'drain'?");
  EXPECT_EQ(complaintOnPath(report, "a").what, "'a' is no number but a section of the report");
  EXPECT_NE(whyNotCollected("run.wall_time_s"), "");
  EXPECT_NE(whyNotCollected("stages_s.solve"), "");
  EXPECT_EQ(whyNotCollected("run.steps"), "");
}

}  // namespace
}  // namespace scree
