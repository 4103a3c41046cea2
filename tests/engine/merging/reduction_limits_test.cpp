// Units of the grains: numbers of the reduction mean the same for any size of grains and any time step.
#include "engine/world/reduction_limits.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "engine/settings/presets.h"
#include "engine/step/step.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

using testing::kDiameter;
using testing::kGravity;

TEST(ReductionLimits, AreNumbersTimesTheUnitsOfTheGrains) {
  Parameters p;
  const ReductionLimits own = reductionLimits(p, kDiameter);
  const double speed = std::sqrt(kGravity * kDiameter);
  const double steps = std::sqrt(kDiameter / kGravity) / p.timeStep;
  EXPECT_DOUBLE_EQ(own.tangential, p.reduction.merge.speed * speed);
  EXPECT_DOUBLE_EQ(own.normalIn, 0.4 * own.tangential);
  EXPECT_DOUBLE_EQ(own.normalOut, 0.4 * own.tangential);
  EXPECT_DOUBLE_EQ(0.5 * kDiameter * own.rolling, own.tangential) << "at the rim";
  EXPECT_DOUBLE_EQ(own.front, p.reduction.front.speed * speed);
  EXPECT_EQ(own.window, std::ceil(p.reduction.merge.time * steps));
  EXPECT_EQ(own.quarantine, std::ceil(p.reduction.merge.wait * steps));
  EXPECT_EQ(own.auditSteps, std::ceil(p.reduction.audit.time * steps));
  p.gravity.setZero();
  EXPECT_EQ(reductionLimits(p, kDiameter), own) << "that of the earth where there is none";
  p.gravity.z() = -1e-200;
  EXPECT_EQ(reductionLimits(p, kDiameter), own) << "the square of a tiny gravity is 0";
  EXPECT_EQ(reductionLimits(p, 0.0).window, 1U) << "no particles";
  Parameters shorter = p;
  shorter.timeStep = 0.2 * p.timeStep;
  const ReductionLimits atShorter = reductionLimits(shorter, kDiameter);
  EXPECT_EQ(atShorter.normalIn, own.normalIn) << "a speed, not a way in a step";
  EXPECT_NEAR(atShorter.window, 5.0 * own.window, 5.0);
  // Published limits take the place of the speed, and without the front split only the steps count.
  p.reduction.merge.tangential = 2e-3;
  p.reduction.merge.window = 3;
  p.reduction.front.split = Switch::off;
  const ReductionLimits published = reductionLimits(p, kDiameter);
  EXPECT_EQ(published.tangential, 2e-3);
  EXPECT_EQ(published.normalIn, own.normalIn);
  EXPECT_EQ(published.window, 3U);
}

TEST(ReductionLimits, TakeTheMeanDiameterOfTheParticlesThatAreThere) {
  World world = testing::emptyWorld();
  EXPECT_EQ(meanDiameter(world), 0.0);
  testing::addSphere(world, Vec3(0, 0, 0), 0.01);
  noteDiameter(world);
  testing::addSphere(world, Vec3(0, 0, 1), 0.02);
  EXPECT_DOUBLE_EQ(meanDiameter(world), 0.015) << "noted of other particles";
  noteDiameter(world);
  EXPECT_DOUBLE_EQ(meanDiameter(world), 0.015);
}

/// Grains that slump in a box of which they fill one side, in a world `scale` times as large in length. Times and
/// speeds go by the root of it, masses by its cube and stiffness by its square, so that all is similar.
World slump(double scale) {
  const double times = std::sqrt(scale);
  PairLaw law = testing::pelletLaw();
  law.stiffness *= scale * scale;
  law.dampingTime *= times;
  World world = testing::emptyWorld(law);
  applyPreset(world.parameters, Preset::fast);
  world.parameters.timeStep *= times;
  world.parameters.reduction.merging = Switch::on;
  testing::addOpenBox(world, scale * 16.0 * kDiameter, scale * 1.0);
  testing::addLattice(world, 7, 14, 10, scale * 0.8 * kDiameter, scale * kDiameter, 1);
  for (Vec3& position : world.particles.position) {
    position.x() -= scale * 4.0 * kDiameter;
  }
  return world;
}

TEST(ReductionLimits, ASimilarWorldMergesAndSplitsAlike) {
  // Four times as large: all scales are powers of two, which rounding does not see.
  World small = slump(1.0);
  World large = slump(4.0);
  StepData data;
  StepData other;
  for (int i = 0; i < 400; ++i) {
    ASSERT_TRUE(step(small, data));
    ASSERT_TRUE(step(large, other));
    ASSERT_EQ(large.reduction.memberCount, small.reduction.memberCount) << i;
    ASSERT_EQ(large.reduction.counts.splits, small.reduction.counts.splits) << i;
  }
  EXPECT_GT(small.reduction.memberCount, small.particles.size() / 2);
  EXPECT_GT(small.reduction.counts.splitsBy(SplitIdea::load), 100U);
  EXPECT_GT(small.reduction.counts.splitsBy(SplitIdea::motion), 20U);
  EXPECT_GT(small.reduction.counts.splitsBy(SplitIdea::time), 20U);
  for (std::size_t i = 0; i < small.particles.size(); ++i) {
    ASSERT_EQ(large.particles.position[i], Vec3(4.0 * small.particles.position[i])) << i;
  }
}

}  // namespace
}  // namespace scree
