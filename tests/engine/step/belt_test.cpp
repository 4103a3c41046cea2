// What is merged with a belt rides with it and loads it as if it were free.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/settings/presets.h"
#include "engine/world/placement.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

constexpr double kSpeed = 0.1;  // m/s, up the belt
constexpr double kTilt = 0.2;   // rad, less than friction and rolling resistance hold

/// A patch of two layers of grains, the upper one in the hollows of the lower, on a belt that carries them uphill.
World patchOnBelt(Switch merging) {
  World world = testing::emptyWorld();
  applyPreset(world.parameters, Preset::fast);
  world.parameters.reduction.merging = merging;
  world.parameters.gravity = testing::kGravity * Vec3(-std::sin(kTilt), 0.0, -std::cos(kTilt));
  const std::uint32_t belt = testing::addShape(world, Rectangle{1.0, 0.2});
  world.bodies[belt].shapes[0].surfaceVelocity = Vec3(kSpeed, 0.0, 0.0);
  constexpr double kSpacing = 1.001 * testing::kDiameter;
  for (const int layer : {0, 1}) {
    for (int i = 0; i < 12 - layer; ++i) {
      for (int j = 0; j < 6 - layer; ++j) {
        const Vec3 cell(i + 0.5 * layer - 20.0, j + 0.5 * layer - 2.5, layer * std::sqrt(0.5));
        testing::addSphere(world, kSpacing * cell + Vec3(0.0, 0.0, testing::kRadius), testing::kDiameter,
                           Vec3(kSpeed, 0.0, 0.0));
      }
    }
  }
  return world;
}

struct Patch {
  double mass = 0.0;  // kg
  Vec3 centre = Vec3::Zero();
};

Patch measuredOnBelt(World& world) {
  placeMembers(world);
  Patch patch;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    patch.mass += world.particles.mass[i];
    patch.centre += world.particles.mass[i] * world.particles.position[i];
  }
  patch.centre /= patch.mass;
  return patch;
}

class Belt : public ::testing::TestWithParam<Switch> {};

TEST_P(Belt, CarriesAPatchUphillAndFeelsItsWeight) {
  World world = patchOnBelt(GetParam());
  StepData data;
  testing::run(world, data, 1.0);
  const double level = world.reduction.levelOf(world.particles.size()).level();
  EXPECT_EQ(level, GetParam() == Switch::on ? 1.0 : 0.0);
  const Patch before = measuredOnBelt(world);
  Reaction sum;
  Vec3 lever = Vec3::Zero();
  constexpr int kSteps = 200;
  for (int i = 0; i < kSteps; ++i) {
    const Vec3 start = measuredOnBelt(world).centre;
    step(world, data);
    sum += world.bodies[0].reaction;
    lever += 0.5 * (start + measuredOnBelt(world).centre) / kSteps;
  }
  const Reaction mean = (1.0 / kSteps) * sum;
  const Patch after = measuredOnBelt(world);
  const double seconds = kSteps * world.parameters.timeStep;
  // In full a grain creeps by parts of a thousandth of its diameter a second, as the solver is not converged.
  EXPECT_LT((after.centre - before.centre - Vec3(seconds * kSpeed, 0.0, 0.0)).norm(), 2e-3 * testing::kDiameter);
  // Nothing accelerates: the belt bears the weight, where it is, and does the work of lifting it.
  const Vec3 weight = after.mass * world.parameters.gravity;
  EXPECT_LT((mean.force - weight).norm(), 1e-3 * weight.norm()) << mean.force.transpose();
  const Vec3 torque = lever.cross(weight);
  EXPECT_LT((mean.torque - torque).norm(), 2e-3 * torque.norm()) << mean.torque.transpose();
  EXPECT_NEAR(mean.power, -weight.x() * kSpeed, 2e-3 * std::abs(weight.x()) * kSpeed);
}

TEST_P(Belt, LetsGoWhatItCarriesOverItsEnd) {
  World world = patchOnBelt(GetParam());
  const std::size_t count = world.particles.size();
  constexpr double kEnd = 0.2;  // m
  std::get<Rectangle>(world.bodies[0].shapes[0].shape).halfX = kEnd;
  StepData data;
  testing::run(world, data, 1.0);
  ASSERT_LT(measuredOnBelt(world).centre.x(), 0.0) << "still on the belt";
  testing::run(world, data, 6.0);
  placeMembers(world);
  ASSERT_EQ(world.particles.size(), count);
  for (const Vec3& position : world.particles.position) {
    EXPECT_LT(position.z(), -1.0) << "all have fallen, none rides on over nothing";
  }
  const auto end = static_cast<std::size_t>(SplitCause::beltEnd);
  EXPECT_EQ(world.reduction.counts.splits[end] > 0, GetParam() == Switch::on);
}

INSTANTIATE_TEST_SUITE_P(InFullAndMerged, Belt, ::testing::Values(Switch::off, Switch::on),
                         [](const ::testing::TestParamInfo<Switch>& side) {
                           return side.param == Switch::on ? "merged" : "full";
                         });

}  // namespace
}  // namespace scree
