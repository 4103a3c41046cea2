// Bridges of liquid in beds: tensile and shear strength of a wet packing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "engine/cohesion/bridge_curve.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

constexpr double kWater = 0.073;  // N/m
constexpr int kWide = 8;          // grains along each periodic axis
constexpr int kHigh = 6;
constexpr double kRate = 3.0;  // of accelerations [m/s³]

/// A bed of grains of one size in a cell that is periodic along x and y, on a plate that no grain leaves.
struct Bed {
  double size = 3e-3;    ///< m
  double tension = 0.0;  ///< N/m; bridges are a hundredth of R³ each
  std::uint64_t seed = 11;
};

double widthOf(const Bed& bed) { return kWide * 1.05 * bed.size; }

PairLaw lawOf(const Bed& bed) {
  PairLaw law = pelletLaw();
  law.restitution = 0.3;
  law.friction = 0.5;
  law.rollingResistance = 0.1;
  law.stiffness = 3000.0;
  law.cohesion.surfaceTension = bed.tension;
  law.cohesion.bridgeVolume = bed.tension > 0.0 ? 0.01 * std::pow(0.5 * bed.size, 3) : 0.0;
  return law;
}

double forceOf(const Bed& bed) {
  const Cohesion law = lawOf(bed).cohesion;
  return BridgeCurve(law, 0.25 * bed.size, law.bridgeVolume).force(0.0);
}

double weightOf(const Bed& bed) { return sphereVolume(0.5 * bed.size) * 3700.0 * kGravity; }

/// The bed at rest under gravity: packed dry, then wetted, so that its packing is that of all beds of the seed and
/// size.
World settled(const Bed& bed) {
  World world = emptyWorld(lawOf({.size = bed.size}));
  world.parameters.timeStep = 1e-3;
  const MaterialIndex plate = world.materials.add({.name = "plate", .density = 3700.0});
  PairLaw glue = lawOf({.size = bed.size});
  glue.friction = 5.0;
  glue.rollingResistance = 10.0;
  glue.cohesion.pullOff = 100.0 * weightOf(bed);
  world.materials.setPair(0, plate, glue);
  addFloor(world);
  world.bodies[0].shapes[0].material = plate;
  const double side = widthOf(bed);
  world.periodic = {.lower = Vec3(-0.5 * side, -0.5 * side, 0.0), .length = Vec3(side, side, 0.0)};
  Random random(bed.seed);
  for (int k = 0; k < kHigh; ++k) {
    for (int j = 0; j < kWide; ++j) {
      for (int i = 0; i < kWide; ++i) {
        const Vec3 place(i + 0.5 - 0.5 * kWide, j + 0.5 - 0.5 * kWide, k + 0.6);
        addSphere(world, 1.05 * bed.size * (place + randomShift(random, 0.1)), bed.size);
      }
    }
  }
  StepData data;
  run(world, data, 8.0 * std::sqrt(bed.size));  // 0.4 s for 3 mm
  world.materials.setPair(0, 0, lawOf(bed));
  run(world, data, 0.05);
  return world;
}

/// Acceleration times this is the stress at the bottom [Pa].
double massOverArea(const World& world, const Bed& bed) {
  return static_cast<double>(world.particles.size()) * world.particles.mass[0] / std::pow(widthOf(bed), 2);
}

double meanAlong(const World& world, const Vec3& direction) {
  double sum = 0.0;
  for (const Vec3& v : world.particles.velocity) {
    sum += direction.dot(v);
  }
  return sum / static_cast<double>(world.particles.size());
}

/// Acceleration along a direction, raised from 0 at a rate [m/s³] beside a steady one, at which the bed leaves [m/s²].
/// It is found by its mean way, half a diameter; what a free bed needs for that is taken off.
double yieldsAt(const World& settled, const Vec3& direction, const Vec3& steady, double rate) {
  World world = settled;
  StepData data;
  const double size = 2.0 * world.particles.radius[0];
  double level = 0.0;
  double way = 0.0;
  while (way < 0.5 * size) {
    level += rate * world.parameters.timeStep;
    world.parameters.gravity = steady + level * direction;
    takeSteps(world, data, 1);
    way += world.parameters.timeStep * meanAlong(world, direction);
  }
  return level - std::cbrt(3.0 * size * rate * rate);
}

double shearAtNoLoad(const World& world) { return yieldsAt(world, Vec3::UnitX(), Vec3::Zero(), kRate); }
/// Shear at which the bed yields under its weight, over its weight.
double shearUnderWeight(const World& world) {
  return yieldsAt(world, Vec3::UnitX(), Vec3(0, 0, -kGravity), kRate) / kGravity;
}

/// Rumpf's tensile strength of a packing of equal spheres, (1 − ε)/ε F/d², counts π/ε bridges a grain and takes them to
/// break all at once: the weakest layer of a bed tears at less, by up to a half. Both strengths go with the force.
TEST(SlowCohesionBulk, StrengthIsThatOfRumpfAndGoesWithTheTension) {
  double firstTension = 0.0;
  double firstShear = 0.0;
  for (const double share : {1.0, 2.0, 4.0}) {
    const Bed bed{.tension = 0.5 * share * kWater};
    const World world = settled(bed);
    double top = 0.0;
    for (const Vec3& place : world.particles.position) {
      top = std::max(top, place.z());
    }
    const double solid = massOverArea(world, bed) / (3700.0 * top);
    const double rumpf = solid / (1.0 - solid) * forceOf(bed) / (bed.size * bed.size);
    const double tension = yieldsAt(world, Vec3::UnitZ(), Vec3::Zero(), kRate) * massOverArea(world, bed);
    const double shear = shearAtNoLoad(world) * massOverArea(world, bed);
    EXPECT_GT(tension, 0.5 * rumpf) << share;
    EXPECT_LT(tension, rumpf) << share;
    firstTension = share == 1.0 ? tension : firstTension;
    firstShear = share == 1.0 ? shear : firstShear;
    // Where and when a bed of 384 grains tears differs from run to run: 10 % between rates of the pull.
    EXPECT_NEAR(tension / firstTension, share, 0.15 * share);
    EXPECT_NEAR(shear / firstShear, share, 0.15 * share);
  }
}

/// Under its weight a bed of fine grains resists shear more when it is wet; one of pellets of 10 mm, whose bridges hold
/// a tenth of their weight, by no more than two beds of a kind differ, 0.05 of the weight and more.
TEST(SlowCohesionBulk, FineGrainsGetStrongerAndPelletsDoNot) {
  const auto meanOf = [](double size, double tension) {
    double sum = 0.0;
    for (const std::uint64_t seed : {11, 12}) {
      sum += 0.5 * shearUnderWeight(settled({.size = size, .tension = tension, .seed = seed}));
    }
    return sum;
  };
  EXPECT_GT(meanOf(3e-3, kWater), meanOf(3e-3, 0.0) + 0.12) << "0.33 and 0.51 when this was written";
  EXPECT_NEAR(forceOf({.size = 10e-3, .tension = kWater}) / weightOf({.size = 10e-3}), 0.11, 0.01);
  EXPECT_NEAR(meanOf(10e-3, kWater), meanOf(10e-3, 0.0), 0.04) << "0.136 and 0.127 when this was written";
}

}  // namespace
}  // namespace scree::testing
