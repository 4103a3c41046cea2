// A ball falls on a bed that has merged: the crater is that of a full run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "engine/step/step.h"
#include "engine/world/placement.h"
#include "tests/support/bed.h"
#include "tests/support/dropped_ball.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

constexpr double kBall = 5.0 * kDiameter;
constexpr double kBallDensity = 3700.0;  // kg/m³: as the grains
constexpr double kFall = 0.3;            // m
constexpr double kEnough = 1.2;          // s from the drop until it lies still

struct Crater {
  double depth = 0.0;  ///< of the ball's lowest point under the surface that was [m]
  double speed = 0.0;  ///< of the ball at the end [m/s]
  double level = 0.0;  ///< of reduction when the ball met the bed
};

Crater dropOn(World world, Switch merging) {
  world.parameters.reduction.merging = merging;
  StepData data;
  run(world, data, 0.5);
  const double surface = surfaceHeight(world);
  const std::uint32_t ball = addBall(world, kBall, kBallDensity, kFall);
  run(world, data, std::sqrt(2.0 * kFall / kGravity) - 0.01);
  Crater crater;
  crater.level = world.reduction.levelOf(world.particles.size()).level();
  run(world, data, kEnough);
  crater.depth = depthUnder(world, ball, surface);
  crater.speed = world.bodies[ball].velocity.norm();
  return crater;
}

struct Spread {
  double mean = 0.0;
  double deviation = 0.0;
};
Spread spreadOf(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  Spread spread;
  for (const double value : values) {
    spread.mean += value / n;
  }
  for (const double value : values) {
    spread.deviation += (value - spread.mean) * (value - spread.mean) / (n - 1.0);
  }
  spread.deviation = std::sqrt(spread.deviation);
  return spread;
}

TEST(SlowDroppedBall, MakesTheCraterOfAFullRun) {
  constexpr std::uint64_t kSeeds = 16;
  std::vector<double> full;
  std::vector<double> merged;
  std::vector<double> apart;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const World bed = settledBox(13, 13, 12, seed);
    const Crater first = dropOn(bed, Switch::off);
    const Crater second = dropOn(bed, Switch::on);
    EXPECT_GT(second.level, 0.9) << seed;
    EXPECT_LT(first.speed, 0.01) << seed;
    EXPECT_LT(second.speed, 0.01) << seed;
    full.push_back(first.depth / kDiameter);
    merged.push_back(second.depth / kDiameter);
    apart.push_back(std::abs(merged.back() - full.back()));
    std::printf("seed %d: crater %.3f d in full, %.3f d merged\n", static_cast<int>(seed), full.back(), merged.back());
  }
  const Spread a = spreadOf(full);
  const Spread b = spreadOf(merged);
  std::printf("mean %.3f ± %.3f d in full, %.3f ± %.3f d merged\n", a.mean, a.deviation, b.mean, b.deviation);
  EXPECT_GT(a.mean, 0.5);
  EXPECT_LT(std::abs(a.mean - b.mean), 0.1);
  std::sort(apart.begin(), apart.end());
  EXPECT_LT(apart[kSeeds / 2], 0.05) << "most take the same way";
  // The splash is chaotic: seldom a chain of grains stops the ball in one of two runs, with no member near it.
  EXPECT_LT(apart[kSeeds - 2], 0.122) << "the deviation of five full runs";
}

}  // namespace
}  // namespace scree::testing
