// Periodic axes: what goes through a side is as what goes through the middle.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/base/parallel.h"
#include "engine/state/state.h"
#include "tests/support/methods.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

/// Cube of a side that is a power of two, so that whole sides are added without rounding where places are round.
PeriodicBox cube(double side = 0.125, const Vec3& lower = Vec3::Zero()) {
  return {.lower = lower, .length = Vec3::Constant(side)};
}

/// World without gravity, by the method under test or by smooth DEM.
World weightless(const PairLaw& law, bool isSmooth) {
  World world = emptyWorld(law);
  world.parameters.gravity.setZero();
  world.parameters.timeStep = 1e-3;
  if (isSmooth) {
    world.parameters.method = Method::smooth;
  }
  return world;
}

class PeriodicBoxes : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Methods, PeriodicBoxes, ::testing::Values(false, true),
                         [](const auto& named) { return named.param ? "Smooth" : "UnderTest"; });

TEST_P(PeriodicBoxes, ALoneGrainGoesOnThroughSidesAndCorners) {
  World world = weightless(pelletLaw(), GetParam());
  world.periodic = cube(0.125, Vec3(-1.0, 0.25, 3.0));
  const Vec3 start(-0.99, 0.26, 3.12);
  const Vec3 velocity(3.0, -1.7, 0.9);
  const Vec3 spin(5.0, 6.0, -7.0);
  addSphere(world, start, kDiameter, velocity, spin);
  StepData data;
  run(world, data, 1.0);
  EXPECT_EQ(world.particles.velocity[0], velocity);
  EXPECT_EQ(world.particles.angularVelocity[0], spin);
  EXPECT_TRUE(world.periodic.around(0.0).contains(world.particles.position[0]));
  // x = x_0 + v t but for whole sides: each substep of 1000 steps rounds a place of 4 m by 2.3e-16 of it.
  const Vec3 sides = (world.particles.position[0] - start - velocity).cwiseQuotient(world.periodic.length);
  EXPECT_LE((sides - sides.array().round().matrix()).norm() * 0.125, 1000.0 * data.context.substeps * 4.0 * 2.3e-16);
  EXPECT_EQ(sides.array().round().matrix(), Vec3(-24.0, 14.0, -8.0));
}

TEST_P(PeriodicBoxes, GrainsThatMeetThroughASideMeetAsInTheMiddle) {
  for (int axis = 0; axis < 3; ++axis) {
    for (const double distance : {1.5 * kDiameter, 1.01 * kDiameter}) {
      PairLaw law = pelletLaw();
      law.twisting = 0.3;
      World middle = weightless(law, GetParam());
      middle.periodic = cube();
      World side = middle;
      Vec3 across = 0.2 * kDiameter * Vec3(1.0, 1.0, 1.0);
      across[axis] = 0.5 * distance;
      Vec3 velocity(0.02, -0.03, 0.05);
      velocity[axis] = -0.5;
      for (const double end : {-1.0, 1.0}) {
        const Vec3 spin(10.0 * end, 20.0, -15.0);
        const Vec3 centre = Vec3::Constant(0.0625);
        addSphere(middle, centre + end * across, kDiameter, end * velocity, spin);
        Vec3 shifted = centre + end * across;
        shifted[axis] -= 0.0625;
        addSphere(side, side.periodic.wrapped(shifted), kDiameter, end * velocity, spin);
      }
      StepData dataOfMiddle;
      StepData dataOfSide;
      for (int i = 0; i < 60; ++i) {
        takeSteps(middle, dataOfMiddle, 1);
        takeSteps(side, dataOfSide, 1);
        ASSERT_EQ(dataOfMiddle.list.contacts.size(), dataOfSide.list.contacts.size()) << "step " << i;
      }
      for (std::size_t i = 0; i < 2; ++i) {
        // Places of 0.1 m round by 1.4e-17 m, which springs of 3 kN/m at 4 g make 1e-11 m/s² of: 1e-12 leaves room. In
        // single precision some 10 roundings of each of 60 solves.
        const double bound = GetParam() ? 1e-12 : roundOff(1e-12, 600.0 * kSingle);
        EXPECT_LE((side.particles.velocity[i] - middle.particles.velocity[i]).norm(), bound) << "axis " << axis;
        EXPECT_LE((side.particles.angularVelocity[i] - middle.particles.angularVelocity[i]).norm(), 50.0 * bound);
      }
      // They met: at half a metre a second they parted again.
      EXPECT_GT(std::abs(middle.particles.velocity[0][axis] + 0.5), 0.05);
      EXPECT_LE((measured(side).momentum).norm(), roundOff(1e-15, 1e-9));
    }
  }
}

/// 125 grains flying about in a periodic box.
World periodicGas(double restitution, bool isSmooth) {
  World world = weightless(smoothLaw(restitution), isSmooth);
  world.parameters.timeStep = 2.5e-4;
  world.parameters.sweeps = 30;
  world.parameters.impactSweeps = 100;
  addLattice(world, 5, 5, 5, 0.010, 0.013, 3);
  world.periodic = cube(5 * 1.1 * kDiameter * 1.5, Vec3(0.01, 0.02, -0.03));
  Random random(1);
  for (Vec3& v : world.particles.velocity) {
    v = 0.5 * randomDirection(random);
  }
  return world;
}

TEST_P(PeriodicBoxes, AGasKeepsItsMomentumAndEnergy) {
  World world = periodicGas(1.0, GetParam());
  StepData data;
  const Budget before = measured(world);
  run(world, data, 1.0);
  const Budget after = measured(world);
  double sum = 0.0;  // of the momenta
  for (const double mass : world.particles.mass) {
    sum += 0.5 * mass;
  }
  // 4000 steps of 125 grains round their momenta at random: sqrt(4000 * 125) of the 125th part of the sum, 6 roundings
  // of 1.1e-16 or of single precision, a few each.
  EXPECT_LE((after.momentum - before.momentum).norm(), (GetParam() ? 3e-15 : roundOff(3e-15, 30.0 * kSingle)) * sum);
  // As of the gas in a container (Energy.OfAPerfectlyElasticGasIsNearlyKept); springs keep it to their elastic part.
  EXPECT_NEAR((after.kinetic + (GetParam() ? world.budget.elastic : 0.0)) / before.kinetic, 1.0, 0.01);
  EXPECT_EQ(world.particles.size(), 125U);
  for (const Vec3& place : world.particles.position) {
    EXPECT_TRUE(world.periodic.around(0.0).contains(place));
  }
}

/// A bed of six layers on a floor that is periodic in x and y.
World bed(bool isSmooth) {
  World world = emptyWorld(pelletLaw());
  world.parameters.timeStep = 1e-3;
  addFloor(world);
  addLattice(world, 5, 5, 6, 0.010, 0.013, 17);
  world.periodic = {.lower = Vec3(-0.03, -0.02, 0.0), .length = Vec3(0.07, 0.075, 0.0)};
  if (isSmooth) {
    world.parameters.method = Method::smooth;
  }
  return world;
}

double massOf(const World& world) {
  double mass = 0.0;
  for (const double one : world.particles.mass) {
    mass += one;
  }
  return mass;
}

TEST_P(PeriodicBoxes, AFloorBearsTheWeightOfABed) {
  World world = bed(GetParam());
  StepData data;
  run(world, data, 1.0);
  // The mean over half a second: grains that still settle change their momentum by less than the weight for a step.
  Vec3 force = Vec3::Zero();
  const int steps = 500;
  for (int i = 0; i < steps; ++i) {
    takeSteps(world, data, 1);
    force += world.bodies[0].reaction.force / steps;
  }
  const double weight = kGravity * massOf(world);
  EXPECT_NEAR(force.z(), -weight, 2e-3 * weight);
  EXPECT_LE(force.head<2>().norm(), 2e-3 * weight);
  // It rests: slower than a fall of a hundredth of a diameter.
  EXPECT_LE(std::sqrt(2.0 * measured(world).kinetic / massOf(world)), std::sqrt(0.02 * kGravity * kDiameter));
}

TEST_P(PeriodicBoxes, ABedOnASlopeRestsAndTheFloorBearsIt) {
  World world = bed(GetParam());
  StepData data;
  run(world, data, 0.7);
  // 8 degrees: far below the friction of the floor, μ = 0.91, and the rolling resistance, 0.32.
  const double slope = 8.0 / 180.0 * std::numbers::pi;
  world.parameters.gravity = kGravity * Vec3(std::sin(slope), 0.0, -std::cos(slope));
  run(world, data, 1.0);
  Vec3 force = Vec3::Zero();
  for (int i = 0; i < 500; ++i) {
    takeSteps(world, data, 1);
    force += world.bodies[0].reaction.force / 500.0;
  }
  const Vec3 weight = massOf(world) * world.parameters.gravity;
  EXPECT_LE((force - weight).norm(), 5e-3 * weight.norm());
}

TEST_P(PeriodicBoxes, ABedSlidesDownASlopeWithoutFriction) {
  // Nothing holds it along the slope: a = g sin φ, through the side again and again, and no energy is lost or made.
  World world = bed(GetParam());
  world.materials.setPair(0, 0, smoothLaw(0.0));
  StepData data;
  run(world, data, 1.0);
  const double slope = 60.0 / 180.0 * std::numbers::pi;
  world.parameters.gravity = kGravity * Vec3(std::sin(slope), 0.0, -std::cos(slope));
  const Budget before = world.budget;
  const double start = before.momentum.x() / massOf(world);
  const double time = 0.6;
  run(world, data, time);
  const double speed = measured(world).momentum.x() / massOf(world);
  // The sum of the forces is exact but for rounding of some 2000 contacts' impulses a step.
  const double expected = kGravity * std::sin(slope) * time;
  EXPECT_NEAR(speed - start, expected, (GetParam() ? 1e-9 : roundOff(1e-9, 1e-4)) * expected);
  EXPECT_GT(0.5 * expected * time / world.periodic.length.x(), 20.0) << "sides gone through";
  // The work booked for ways through the side is the kinetic energy that they gave: v²/2 a mass, 13 J/kg.
  const double work = world.budget.totalWork - before.totalWork;
  const double kinetic = world.budget.kinetic - before.kinetic;
  EXPECT_NEAR(work / kinetic, 1.0, 0.05);
  EXPECT_LE(std::abs(world.budget.totalDissipation - before.totalDissipation), 0.05 * kinetic);
  // A fall without an end is no reason to stop a run.
  EXPECT_TRUE(world.guard.findings.empty()) << world.guard.findings.front().text();
}

TEST(Periodic, PlaceOfTheBoxDoesNotMatter) {
  // All moved by half a side: the scalar method and smooth DEM sum up in orders of their own that places do not change,
  // or by rounding only. Collisions make rounding grow, so not for long.
  for (const Method method : {Method::scalar, Method::nncg, Method::smooth}) {
    World here = bed(method == Method::smooth);
    here.parameters.method = method;
    here.parameters.substeps = 1;
    World there = here;
    for (Vec3& place : there.particles.position) {
      place = there.periodic.wrapped(place + Vec3(0.5 * 0.07, 0.5 * 0.075, 0.0));
    }
    StepData data;
    StepData other;
    takeSteps(here, data, 60);
    takeSteps(there, other, 60);
    double most = 0.0;
    for (std::size_t i = 0; i < here.particles.size(); ++i) {
      most = std::max(most, (here.particles.velocity[i] - there.particles.velocity[i]).norm());
      const Vec3 apart = there.particles.position[i] - here.particles.position[i] - Vec3(0.035, 0.0375, 0.0);
      EXPECT_LE(here.periodic.nearest(apart).norm(), 1e-9);
    }
    EXPECT_LE(most, 1e-6) << nameOf(method);
    EXPECT_GT(data.list.contacts.size(), 100U);
  }
}

TEST_P(PeriodicBoxes, BitsAreThoseOfOneThreadAndOfAResumedRun) {
  World world = bed(GetParam());
  world.parameters.gravity += Vec3(3.0, 1.0, 0.0);
  World shared = world;
  StepData data;
  takeSteps(world, data, 150);
  World restored = restoreState(saveState(world));
  EXPECT_EQ(restored.periodic, world.periodic);
  takeSteps(world, data, 150);
  StepData fresh;
  takeSteps(restored, fresh, 150);
  EXPECT_EQ(saveState(restored), saveState(world));
  ThreadPool pool(2);
  StepData ofTwo;
  ofTwo.context.threads = &pool;
  takeSteps(shared, ofTwo, 300);
  EXPECT_EQ(stateHash(shared), stateHash(world));
}

TEST(Periodic, ManySlabsAreARowNotARing) {
  // A long box, cut into slabs across its periodic axis: bits do not depend on threads.
  World world = emptyWorld(pelletLaw());
  world.parameters.timeStep = 1e-3;
  addFloor(world);
  addLattice(world, 60, 5, 8, 0.010, 0.013, 18);
  world.periodic = {.lower = Vec3(-0.4, -0.035, 0.0), .length = Vec3(0.86, 0.07, 0.0)};
  for (Vec3& velocity : world.particles.velocity) {
    velocity.x() = 0.5;
  }
  World shared = world;
  StepData data;
  run(world, data, 0.25);
  ThreadPool pool(2);
  StepData ofTwo;
  ofTwo.context.threads = &pool;
  run(shared, ofTwo, 0.25);
  EXPECT_EQ(stateHash(shared), stateHash(world));
  EXPECT_GT(data.list.contacts.size(), 4000U);
}

}  // namespace
}  // namespace scree::testing
