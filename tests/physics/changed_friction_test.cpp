// The friction of the grains in a drum is changed while it turns: the angle of its bed follows within two seconds.
#include <gtest/gtest.h>

#include <numbers>

#include "engine/analysis/placed.h"
#include "engine/analysis/turning_drum.h"
#include "engine/session/world_commands.h"
#include "engine/step/step.h"
#include "tests/support/drum_world.h"

namespace scree::testing {
namespace {

constexpr double kDegree = 180.0 / std::numbers::pi;

/// Mean dynamic angle of repose by mass over so many seconds [°].
double meanAngle(World& world, StepData& data, double seconds) {
  const std::optional<DrumFrame> frame = turningDrum(world);
  const double end = world.time + seconds;
  double sum = 0.0;
  int count = 0;
  while (world.time < end - 1e-9) {
    EXPECT_TRUE(step(world, data));
    sum += kDegree * drumAngleByMass(particlesInPlace(world), *frame);
    ++count;
  }
  return sum / count;
}

TEST(ChangedFriction, TheAngleOfATurningDrumFollows) {
  for (const Switch merging : {Switch::off, Switch::on}) {
    World world = mergingDrum(1.0);
    world.parameters.reduction.merging = merging;
    StepData data;
    meanAngle(world, data, 2.0);
    const double rough = meanAngle(world, data, 1.0);
    ASSERT_EQ(applyCommand(world, SetPairLaw{0, 0, PairLawKey::friction, 0.1}), "");
    meanAngle(world, data, 1.0);
    const double smooth = meanAngle(world, data, 1.0);
    // A bed on a wall of friction 0.1 slides back at atan 0.1 = 6 degrees, plus what the turning carries; the seconds
    // of a bed as small as this scatter by some degrees.
    EXPECT_LT(smooth, rough - 10.0) << "merging " << static_cast<int>(merging);
    EXPECT_LT(smooth, 20.0);
    ASSERT_EQ(applyCommand(world, SetPairLaw{0, 0, PairLawKey::friction, 0.91}), "");
    meanAngle(world, data, 1.0);
    EXPECT_NEAR(meanAngle(world, data, 1.0), rough, 8.0) << "merging " << static_cast<int>(merging);
  }
}

}  // namespace
}  // namespace scree::testing
