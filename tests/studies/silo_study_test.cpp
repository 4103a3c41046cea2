// Discharge of a silo: its law, its rate, and a small silo that empties.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "app/studies/silo/silo_case.h"
#include "tests/io/test_folder.h"

namespace scree {
namespace {

TEST(SiloStudy, BeverloosLawIsThatOfItsFormula) {
  // 0.58 * 1500 * sqrt(9.81) * (0.04 - 1.4 * 0.004)^2.5, by hand.
  EXPECT_NEAR(beverlooRate(1500.0, 9.81, 0.04, 0.004), 0.598, 0.001);
  EXPECT_EQ(beverlooRate(1500.0, 9.81, 0.005, 0.004), 0.0) << "narrower than the empty ring";
  const double ratio = beverlooRate(1.0, 1.0, 2.0, 0.0) / beverlooRate(1.0, 1.0, 1.0, 0.0);
  EXPECT_NEAR(ratio, std::pow(2.0, 2.5), 1e-12);
}

TEST(SiloStudy, TheRateIsTheSlopeBetweenATenthAndHalf) {
  std::vector<SiloSample> samples;
  for (int i = 0; i <= 100; ++i) {
    const double t = 0.01 * i;
    // Nothing for a while, then 2 kg/s, then a trickle.
    samples.push_back({t, t < 0.05 ? 0.0 : t < 0.4 ? 2.0 * (t - 0.05) : 0.7 + 0.1 * (t - 0.4)});
  }
  EXPECT_NEAR(rateOf(samples, 1.0), 2.0, 1e-9);
  EXPECT_EQ(rateOf({{0.0, 0.0}, {1.0, 0.3}}, 1.0), 0.0) << "too few samples";
}

/// Within a third of the law: C is known to a tenth, and walls are ten grains from the orifice here.
TEST(SiloStudy, ASmallSiloEmptiesAtAboutBeverloosRate) {
  const TestFolder folder;
  SiloSize size = siloSizeOf(true);
  size.radius = 0.034;
  size.grains = 2000;
  size.seconds = 2.0;
  const auto start = siloStart(size, 1, folder.path());
  ASSERT_TRUE(start);
  ASSERT_EQ(start->grains.size(), 2000U) << "the closed floor holds them";
  EXPECT_GT(start->bulkDensity, 0.5 * 2500.0);
  EXPECT_LT(start->bulkDensity, 0.66 * 2500.0);
  const SiloWay way{.name = "fast", .what = "", .settings = {{"solver.preset", "fast"}}};
  const SiloRun run = siloRun(size, *start, 0.014, way, 1, folder.path());
  ASSERT_EQ(run.failure, "");
  EXPECT_EQ(run.faults, 0U);
  const double total = 2000.0 * 2500.0 * sphereVolume(size.grainRadius);
  const double law = beverlooRate(start->bulkDensity, kBenchmarkGravity, 0.028, 0.004);
  EXPECT_NEAR(rateOf(run.samples, total) / law, 1.0, 1.0 / 3.0);
}

}  // namespace
}  // namespace scree
