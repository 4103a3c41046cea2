// A run that changes between smooth DEM and the nonsmooth method: forces go on, and nothing is thrown apart.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/state/state.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

double fastestIn(const World& world) {
  double fastest = 0.0;
  for (const Vec3& velocity : world.particles.velocity) {
    fastest = std::max(fastest, velocity.norm());
  }
  return fastest;
}

/// Largest speed of any grain within a time.
double fastestWithin(World& world, double seconds) {
  StepData data;
  double fastest = 0.0;
  const double end = world.time + seconds;
  while (world.time < end) {
    step(world, data);
    fastest = std::max(fastest, fastestIn(world));
  }
  return fastest;
}

double heightOfBed(const World& world) {
  double sum = 0.0;
  for (const Vec3& place : world.particles.position) {
    sum += place.z();
  }
  return sum / static_cast<double>(world.particles.size());
}

/// Speed at which a bed counts as still [m/s]: a hundredth of what grains fall at over their diameter.
constexpr double kQuiet = 5e-3;

/// A bed at rest under its own weight.
World bedAtRest(const PairLaw& law) {
  World world = emptyWorld(law);
  world.parameters.method = Method::pgs;
  world.parameters.timeStep = 2e-3;
  addOpenBox(world, 5.0 * 1.1 * kDiameter, 0.5);
  addLattice(world, 4, 4, 14, 0.010, 0.013, 5);
  StepData data;
  run(world, data, 1.5);
  return world;
}

/// One that settled with springs of 3 kN/m, and then has some of 60 kN/m: grains overlap twenty times as deep as their
/// law allows.
World pressedBed() {
  PairLaw law = pelletLaw();
  World world = bedAtRest(law);
  law.stiffness *= 20.0;
  world.materials.setPair(0, 0, law);
  return world;
}

TEST(SmoothSwitch, DeepOverlapsDoNotThrowGrainsApart) {
  const World bed = pressedBed();
  World before = bed;
  before.materials.setPair(0, 0, pelletLaw());
  const double quiet = fastestWithin(before, 0.1);
  World world = bed;
  world.parameters.method = Method::smooth;
  const double height = heightOfBed(world);
  const double fastest = fastestWithin(world, 0.1);
  // Overlaps come back to the law in a second: the highest grains rise by the sum of those below, a hundredth of a
  // diameter each, in that time.
  const double rising = 14 * 0.01 * kDiameter / 1.0;
  EXPECT_LT(fastest, 2.0 * quiet + 2.0 * rising) << quiet;
  EXPECT_NEAR(heightOfBed(world), height, 0.2 * rising);
  // With no forces to go on from, the same springs throw them.
  World thrown = bed;
  thrown.parameters.method = Method::smooth;
  thrown.history = ContactHistory{};
  EXPECT_GT(fastestWithin(thrown, 0.1), 10.0 * fastest);
}

/// The overlap at rest decays with the time of a second.
TEST(SmoothSwitch, OverlapsComeToBeThoseOfTheLaw) {
  PairLaw law = pelletLaw();
  World world = emptyWorld(law);
  world.parameters.method = Method::pgs;
  world.parameters.timeStep = 2e-3;
  addFloor(world);
  addSphere(world, Vec3(0, 0, kRadius));
  StepData data;
  run(world, data, 1.0);
  const double start = kRadius - world.particles.position[0].z();
  law.stiffness *= 20.0;
  world.materials.setPair(0, 0, law);
  world.parameters.method = Method::smooth;
  const double rest = world.particles.mass[0] * kGravity / law.stiffness;
  const double began = world.time;
  for (int i = 0; i < 4; ++i) {
    run(world, data, 1.0);
    const double expected = rest + (start - rest) * std::exp(-(world.time - began));
    EXPECT_NEAR((kRadius - world.particles.position[0].z()) / expected, 1.0, 0.01) << i;
  }
}

TEST(SmoothSwitch, ThereAndBackNothingMovesFaster) {
  World world = bedAtRest(pelletLaw());
  const double quiet = fastestWithin(world, 0.1);
  world.parameters.method = Method::smooth;
  EXPECT_LT(fastestWithin(world, 0.3), 2.0 * quiet + kQuiet);
  world.parameters.method = Method::pgs;
  EXPECT_LT(fastestWithin(world, 0.3), 2.0 * quiet + kQuiet);
}

TEST(SmoothSwitch, ARunThatWasSwitchedGoesOnBitForBit) {
  World world = pressedBed();
  world.parameters.method = Method::smooth;
  fastestWithin(world, 0.02);
  World resumed = restoreState(saveState(world));
  fastestWithin(world, 0.02);
  fastestWithin(resumed, 0.02);
  EXPECT_EQ(stateHash(world), stateHash(resumed));
}

}  // namespace
}  // namespace scree::testing
