#include <gtest/gtest.h>

#include "engine/analysis/twin.h"
#include "engine/settings/presets.h"
#include "tests/support/drum_world.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

using namespace scree::testing;

World smallDrum() {
  World world = drumWorld(150, 0.010, 0.013, 0.08, 2);
  applyPreset(world.parameters, Preset::fast);
  Sink sink;
  sink.pose.position = Vec3(0.0, 0.0, -0.06);
  sink.halfExtents = Vec3(0.02, 0.1, 0.02);
  world.sinks.push_back(sink);
  return world;
}

TEST(Twin, EqualRunsAreNowhereApart) {
  Twin twin(smallDrum(), smallDrum());
  for (int i = 0; i < 100; ++i) {
    twin.step();
  }
  ASSERT_GT(twin.first().sinks[0].departures.size(), 0U);
  const TwinReading reading = twin.read();
  EXPECT_NEAR(reading.time, 0.5, 1e-9);
  EXPECT_EQ(reading.compared, twin.first().particles.size());
  EXPECT_EQ(reading.centre, Vec3::Zero());
  EXPECT_EQ(reading.potential, 0.0);
  EXPECT_EQ(reading.kinetic, 0.0);
  EXPECT_EQ(reading.largest, 0.0);
  EXPECT_EQ(reading.rms, 0.0);
  EXPECT_EQ(reading.left, 0);
  EXPECT_EQ(reading.leftMass, 0.0);
  ASSERT_EQ(reading.torques.size(), 1U);
  EXPECT_NE(reading.torques[0].first, Vec3::Zero());
  EXPECT_EQ(reading.torques[0].difference, Vec3::Zero());
}

TEST(Twin, OneSideMergesAndTheOtherDoesNot) {
  ReductionParameters reduction;
  reduction.merge.window = 7;
  World state = smallDrum();
  state.parameters.reduction.merging = Switch::on;
  Twin twin(state, reduction);
  EXPECT_EQ(twin.first().parameters.reduction.merging, Switch::off);
  EXPECT_EQ(twin.second().parameters.reduction.merging, Switch::on);
  EXPECT_EQ(twin.second().parameters.reduction.merge.window, 7);
}

TEST(Twin, MeasuresHowFarFallingGrainsAreApart) {
  World first = emptyWorld();
  addSphere(first, Vec3(0.0, 0.0, 1.0));
  addSphere(first, Vec3(0.1, 0.0, 1.0));
  addSphere(first, Vec3(0.2, 0.0, 1.0));
  World second = first;
  // The second grain of the second world goes sideways, its first one leaves.
  second.particles.velocity[1] = Vec3(0.0, 0.3, 0.0);
  Sink sink;
  sink.pose.position = Vec3(0.0, 0.0, 1.0);
  sink.halfExtents = Vec3::Constant(0.01);
  second.sinks.push_back(sink);
  Twin twin(first, second);
  constexpr int kSteps = 4;
  for (int i = 0; i < kSteps; ++i) {
    twin.step();
  }
  const double mass = first.particles.mass[0];
  const double apart = 0.3 * kSteps * first.parameters.timeStep;
  const TwinReading reading = twin.read();
  EXPECT_EQ(reading.compared, 2U);
  EXPECT_NEAR(reading.largest, apart, 1e-7);
  EXPECT_NEAR(reading.rms, apart / std::numbers::sqrt2, 1e-7);
  EXPECT_EQ(reading.left, 1);
  EXPECT_DOUBLE_EQ(reading.leftMass, mass);
  // Without the first grain the others' mean is 0.05 m farther.
  EXPECT_NEAR(reading.centre.x(), 0.05, 1e-7);
  EXPECT_NEAR(reading.centre.y(), 0.5 * apart, 1e-7);
  const double speed = kGravity * kSteps * first.parameters.timeStep;
  EXPECT_NEAR(reading.kinetic, 0.5 * mass * (0.3 * 0.3 - speed * speed), 1e-7);
}

}  // namespace
}  // namespace scree
