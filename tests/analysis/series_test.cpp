// Filters of values over time and the scatter of runs, against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/analysis/low_pass.h"
#include "engine/analysis/series_scatter.h"

namespace scree {
namespace {

Series sine(double frequency, double timeStep, std::size_t count, double phase = 0.0) {
  Series values;
  for (std::size_t i = 0; i < count; ++i) {
    values.push_back(std::sin(2.0 * std::numbers::pi * frequency * timeStep * static_cast<double>(i) + phase));
  }
  return values;
}

TEST(LowPass, HalvesItsFrequencyWithoutDelayAndKeepsWhatIsSlow) {
  constexpr double kStep = 1e-3;
  constexpr double kCutOff = 2.0;
  for (const double frequency : {0.2, 1.0, 2.0, 4.0, 20.0}) {
    const Series in = sine(frequency, kStep, 20000);
    const Series out = lowPassed(in, kStep, kCutOff);
    ASSERT_EQ(out.size(), in.size());
    // The gain of a Butterworth filter of second order, twice: 1 / (1 + (f / f_c)⁴), with frequencies as tan(π f Δt).
    const double bent = std::tan(std::numbers::pi * frequency * kStep) / std::tan(std::numbers::pi * kCutOff * kStep);
    const double gain = 1.0 / (1.0 + std::pow(bent, 4));
    for (std::size_t i = 5000; i < 15000; ++i) {
      ASSERT_NEAR(out[i], gain * in[i], 1e-6) << frequency << " " << i;  // the ends have died out
    }
  }
}

TEST(LowPass, KeepsStraightLinesToTheirEnds) {
  Series line;
  for (int i = 0; i < 4000; ++i) {
    line.push_back(3.0 + 0.01 * i);
  }
  const Series out = lowPassed(line, 1e-3, 2.0);
  for (std::size_t i = 0; i < line.size(); ++i) {
    ASSERT_NEAR(out[i], line[i], 1e-6) << i;
  }
  EXPECT_EQ(lowPassed(line, 1e-3, 0.0), line) << "no filter";
  EXPECT_EQ(lowPassed(line, 1e-3, 600.0), line) << "nothing is that fast";
}

TEST(SeriesScatter, ResamplesByStraightLines) {
  const std::vector<double> times = {0.0, 1.0, 3.0};
  const std::vector<double> values = {2.0, 4.0, 0.0};
  EXPECT_EQ(resampled(times, values, -0.5, 0.5, 9), (Series{2.0, 2.0, 3.0, 4.0, 3.0, 2.0, 1.0, 0.0, 0.0}));
}

TEST(SeriesScatter, TellsADifferenceOfKindsFromScatter) {
  // Values 10 with a part of its own in each run: sines across each other, of root mean square 1.
  const auto run = [](double offset, double frequency) {
    Series values = sine(frequency, 1e-3, 10000);
    for (double& value : values) {
      value = offset + std::numbers::sqrt2 * value;
    }
    return values;
  };
  const std::vector<Series> first = {run(10.0, 1.0), run(10.0, 2.0), run(10.0, 3.0)};
  const std::vector<Series> like = {run(10.0, 4.0), run(10.0, 5.0)};
  const std::vector<Series> unlike = {run(12.0, 4.0), run(12.0, 5.0)};
  const double size = std::sqrt(101.0);
  const Scatter same = scatterOf(first, like);
  EXPECT_NEAR(same.size, size, 1e-9);
  EXPECT_NEAR(same.within, std::numbers::sqrt2 / size, 1e-9);
  EXPECT_NEAR(same.between, std::numbers::sqrt2 / size, 1e-9);
  EXPECT_NEAR(same.meansExpected, std::sqrt(1.0 / 3.0 + 1.0 / 2.0) / size, 1e-9);
  EXPECT_NEAR(same.meansApart, same.meansExpected, 1e-9);
  const Scatter other = scatterOf(first, unlike);
  EXPECT_NEAR(other.within, same.within, 1e-12);
  EXPECT_NEAR(other.meansApart, std::sqrt(4.0 + 1.0 / 3.0 + 1.0 / 2.0) / size, 1e-9);
  EXPECT_TRUE(std::isnan(scatterOf(std::span(first).first(1), like).within)) << "one run has no scatter";
  EXPECT_NEAR(relativeDifference(first[0], first[0]), 0.0, 0.0);
  EXPECT_NEAR(relativeDifference(first[0], first[1]), std::numbers::sqrt2 / size, 1e-9);
}

}  // namespace
}  // namespace scree
