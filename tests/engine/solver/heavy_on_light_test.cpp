// Heavy bodies rest on light grains however stiff the contacts are, and heavy bodies creep no more than light ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/base/parallel.h"
#include "engine/settings/presets.h"
#include "engine/state/state.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

using testing::kDiameter;
using testing::kGravity;
using testing::kRadius;

PairLaw stiffLaw(double stiffness) {
  PairLaw law = testing::pelletLaw();
  law.restitution = 0.0;
  law.friction = 0.5;
  law.rollingResistance = 0.2;
  law.stiffness = stiffness;
  return law;
}

std::uint32_t addHeavyBox(World& world, const Vec3& size, const Pose& pose, double mass) {
  const std::uint32_t body = testing::addShape(world, SolidBox{.halfExtents = 0.5 * size}, pose);
  const Vec3 squares = size.cwiseAbs2();
  world.bodies[body].mass = {
      .mass = mass,
      .inertia = mass / 12.0 *
                 Vec3(squares.y() + squares.z(), squares.x() + squares.z(), squares.x() + squares.y()).asDiagonal()};
  return body;
}

struct Plate {
  double mass = 0.0;       ///< kg
  double stiffness = 0.0;  ///< N/m
};

/// A plate of 60 x 60 x 10 mm on four grains that touch the floor and the plate.
World plateOnGrains(const Plate& plate) {
  World world = testing::emptyWorld(stiffLaw(plate.stiffness));
  applyPreset(world.parameters, Preset::fast);
  testing::addFloor(world);
  for (const double x : {-0.02, 0.02}) {
    for (const double y : {-0.02, 0.02}) {
      testing::addSphere(world, Vec3(x, y, kRadius));
    }
  }
  addHeavyBox(world, Vec3(0.06, 0.06, 0.01), {.position = Vec3(0.0, 0.0, kDiameter + 0.005)}, plate.mass);
  return world;
}

class PlateOnGrains : public ::testing::TestWithParam<Plate> {};

TEST_P(PlateOnGrains, ComesToRestWhereTheLawPutsIt) {
  World world = plateOnGrains(GetParam());
  StepData data;
  testing::run(world, data, 3.0);
  const Body& plate = world.bodies.back();
  const double bottom = plate.pose.position.z() - 0.005;
  // Two contacts each, of a quarter of the weight.
  const double overlap = 0.25 * GetParam().mass * kGravity / GetParam().stiffness;
  EXPECT_NEAR(bottom / (kDiameter - 2.0 * overlap), 1.0, 0.02);
  // The softened contacts of light plates give way by at most 0.2 % of a diameter each.
  EXPECT_NEAR(bottom, kDiameter - 2.0 * overlap, 2.0 * 0.002 * kDiameter);
  EXPECT_LT(plate.velocity.norm(), 1e-3);
  for (const Vec3& velocity : world.particles.velocity) {
    EXPECT_LT(velocity.norm(), 1e-3);
  }
}

INSTANTIATE_TEST_SUITE_P(Masses, PlateOnGrains,
                         ::testing::Values(Plate{0.2, 5e5}, Plate{1.0, 5e5}, Plate{10.0, 5e6}, Plate{100.0, 5e7},
                                           Plate{1000.0, 5e7}));

TEST(HeavyOnLight, AGrainThatFallsIsStopped) {
  // Ten thousand times the mass of the three that it falls on, from two of its diameters: the light ones are pressed by
  // little, and what they gather a force against is held in later steps.
  for (const double stiffness : {1e6, 1e8}) {
    World world = testing::emptyWorld(stiffLaw(stiffness));
    applyPreset(world.parameters, Preset::fast);
    testing::addFloor(world);
    for (int i = 0; i < 3; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / 3.0;
      testing::addSphere(world, Vec3(0.6 * kDiameter * std::cos(angle), 0.6 * kDiameter * std::sin(angle), kRadius));
    }
    const double diameter = 10.0 * kDiameter;
    testing::addSphere(world, Vec3(0, 0, kDiameter + 0.7 * diameter), diameter);
    world.particles.mass.back() *= 10.0;
    StepData data;
    double deepest = 0.0;
    while (world.time < 1.0) {
      ASSERT_TRUE(step(world, data));
      deepest = std::max(deepest, data.report.worstOverlap);
    }
    // Twice the overlap at which it is to be stopped, since its mass may come down on one after the other.
    EXPECT_LT(deepest, 0.2) << stiffness;
    EXPECT_LT(world.particles.velocity.back().norm(), 1e-2);
  }
}

TEST(HeavyOnLight, AGrainThatAFloorLiftsAgainstAHeavyOneIsNotSqueezed) {
  // A floor that rises presses a grain against one of ten thousand times its mass: they meet faster than an impact in
  // each substep, and from impacts alone no force is gathered that lifts the heavy one.
  World world = testing::emptyWorld(stiffLaw(1e7));
  applyPreset(world.parameters, Preset::fast);
  const std::uint32_t floor = testing::addFloor(world);
  world.bodies[floor].drives.push_back({.motion = Translation{Vec3::UnitZ()}, .speed = {.value = 0.1}});
  testing::addSphere(world, Vec3(0, 0, kRadius));
  const double diameter = 10.0 * kDiameter;
  testing::addSphere(world, Vec3(0, 0, kDiameter + 0.501 * diameter), diameter);
  world.particles.mass.back() *= 10.0;
  StepData data;
  double deepest = 0.0;
  while (world.time < 0.05) {
    ASSERT_TRUE(step(world, data));
    deepest = std::max(deepest, data.report.worstOverlap);
  }
  EXPECT_LT(deepest, 0.1);
  // Lifted, and thrown by no more than an elastic hit would: they meet at 0.1 m/s and what 0.13 mm of fall add.
  const double fall = std::sqrt(2.0 * kGravity * 0.001 * diameter);
  EXPECT_GT(world.particles.velocity.back().z(), 0.05);
  EXPECT_LT(world.particles.velocity.back().z(), 0.1 + 0.1 + fall);
}

TEST(HeavyOnLight, APlateThatFallsIsStopped) {
  World world = plateOnGrains({100.0, 5e7});
  world.bodies.back().pose.position.z() += 0.02;  // m: it lands with 0.6 m/s
  StepData data;
  double lowest = 1.0;
  for (int i = 0; i < 400; ++i) {
    step(world, data);
    lowest = std::min(lowest, world.bodies.back().pose.position.z() - 0.005);
  }
  // Each contact overlaps by less than half a radius, where the guard would stop the run; a step's way is 3 mm.
  EXPECT_GT(lowest, 0.5 * kDiameter);
  EXPECT_LT(world.bodies.back().velocity.norm(), 1e-3);
}

TEST(HeavyOnLight, GivesTheSameBitsAfterARestoreAndWithAnyThreads) {
  World world = plateOnGrains({10.0, 5e6});
  StepData data;
  testing::run(world, data, 0.2);
  ASSERT_GT(data.context.substeps, world.parameters.mostSubsteps);
  World restored = restoreState(saveState(world));
  ThreadPool pool(3);
  StepData fresh;
  fresh.context.threads = &pool;
  for (int i = 0; i < 20; ++i) {
    step(world, data);
    step(restored, fresh);
    ASSERT_EQ(data.context.substeps, fresh.context.substeps);
  }
  EXPECT_EQ(stateHash(world), stateHash(restored));
}

/// Gravity of a slope: the floor is level and what is down is not.
void tilt(World& world, double degrees) {
  const double angle = degrees * std::numbers::pi / 180.0;
  world.parameters.gravity = kGravity * Vec3(std::sin(angle), 0.0, -std::cos(angle));
}

TEST(HeavyOnLight, ABallOfFourMetresRestsOnASlope) {
  constexpr double kSize = 4.0;  // m; 124 t
  PairLaw law = stiffLaw(1e8);
  law.rollingResistance = 0.5;
  World world = testing::emptyWorld(law);
  applyPreset(world.parameters, Preset::fast);
  testing::addFloor(world);
  tilt(world, 10.0);
  // At the overlap that carries it: it would swing on its stiffness for long.
  const double mass = 3700.0 * sphereVolume(0.5 * kSize);
  const double overlap = mass * std::abs(world.parameters.gravity.z()) / 1e8;
  testing::addSphere(world, Vec3(0.0, 0.0, 0.5 * kSize - overlap), kSize);
  StepData data;
  testing::run(world, data, 3.0);
  EXPECT_LT(world.particles.velocity[0].norm(), 1e-4 * std::sqrt(kGravity * kSize));
}

TEST(HeavyOnLight, ABoxOfAHundredTonnesRestsOnASlope) {
  World world = testing::emptyWorld(stiffLaw(1e8));
  applyPreset(world.parameters, Preset::fast);
  testing::addFloor(world);
  tilt(world, 10.0);
  addHeavyBox(world, Vec3(3.0, 3.0, 2.0), {.position = Vec3(0.0, 0.0, 1.0)}, 1e5);
  StepData data;
  testing::run(world, data, 3.0);
  EXPECT_LT(world.bodies.back().velocity.norm(), 1e-4 * std::sqrt(kGravity * 3.0));
}

}  // namespace
}  // namespace scree
