// Grains against bodies that they move.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/base/parallel.h"
#include "engine/multibody/machine.h"
#include "engine/settings/presets.h"
#include "engine/state/state.h"
#include "engine/step/step.h"
#include "tests/support/machines.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

World coupledWorld(Preset preset = Preset::fast) {
  World world = emptyWorld();
  applyPreset(world.parameters, preset);
  return world;
}

Vec3 bodyMomentum(const Body& body) { return body.mass.mass * body.velocityAt(body.pose.toWorld(body.mass.centre)); }

Vec3 bodyAngularMomentum(const Body& body) {
  const Mat3 turn = body.pose.orientation.toRotationMatrix();
  return body.pose.toWorld(body.mass.centre).cross(bodyMomentum(body)) +
         turn * body.mass.inertia * turn.transpose() * body.angularVelocity;
}

/// A plate that can only move up and down lies on a few layers of grains in a box.
World loadedBed(double plateMass) {
  World world = coupledWorld();
  addOpenBox(world, 6 * kDiameter, 20 * kDiameter);
  addLattice(world, 5, 5, 3, 0.011, 0.013, 7);
  const double height = 4.5 * kDiameter;
  const std::uint32_t plate = addBox(world, Vec3(5.8 * kDiameter, 5.8 * kDiameter, kDiameter), plateMass,
                                     {Vec3(0, 0, height), Quat::Identity()});
  addJoint(world, JointKind::prismatic, kFixedInWorld, plate, Vec3(0, 0, height), Vec3::UnitZ());
  return world;
}

TEST(Coupling, ImpactOnAFreeBodyFollowsItsLaw) {
  for (const Preset preset : {Preset::fast, Preset::paper}) {
    for (const double mass : {0.001, 0.01, 1.0, 1000.0}) {
      World world = coupledWorld(preset);
      // Short steps: the overlap in which a step finds the grain pushes too, by as much as one at 1 m/s goes in it.
      world.parameters.timeStep = 2e-4;
      world.parameters.gravity.setZero();
      const std::uint32_t box = addBox(world, Vec3(0.1, 0.1, 0.1), mass);
      addSphere(world, Vec3(0, 0, 0.05 + kRadius + 0.002), kDiameter, Vec3(0, 0, -1.0));
      const double grain = world.particles.mass[0];
      StepData data;
      takeSteps(world, data, 25);
      const double e = pelletLaw().restitution;
      const double boxSpeed = -(1.0 + e) * grain / (grain + mass);
      const double grainSpeed = boxSpeed + e;
      // The copy of a body as light as a grain answers up to twice as much as it does: some sweeps are lost on that.
      EXPECT_NEAR(world.bodies[box].velocity.z(), boxSpeed, 0.02) << mass;
      EXPECT_NEAR(world.particles.velocity[0].z(), grainSpeed, 0.02) << mass;
      const double momentum = grain * world.particles.velocity[0].z() + mass * world.bodies[box].velocity.z();
      EXPECT_NEAR(momentum, -grain, 1e-6 * grain) << mass;
    }
  }
}

TEST(Coupling, KeepsMomentumAndAngularMomentum) {
  World world = coupledWorld();
  world.parameters.gravity.setZero();
  const std::uint32_t box = addBox(world, Vec3(0.06, 0.04, 0.05), 0.2);
  world.bodies[box].angularVelocity = Vec3(3.0, 1.0, -2.0);
  Random random(5);
  for (int i = 0; i < 40; ++i) {
    const Vec3 out = randomDirection(random);
    addSphere(world, (0.08 + 0.002 * i) * out, kDiameter, -1.5 * out);
  }
  const auto total = [&] {
    Budget sums = measured(world);
    return std::pair(Vec3(sums.momentum + bodyMomentum(world.bodies[box])),
                     Vec3(sums.angularMomentum + bodyAngularMomentum(world.bodies[box])));
  };
  const auto before = total();
  StepData data;
  takeSteps(world, data, 100);
  const auto after = total();
  // 40 grains of 4 g at 1.5 m/s: single precision of some hundred changes of 6e-3 N s each, at 0.1 m.
  EXPECT_LT((after.first - before.first).norm(), 6e-8 * 6e-3 * 40 * 100);
  EXPECT_LT((after.second - before.second).norm(), 6e-8 * 6e-3 * 0.1 * 40 * 200);
}

TEST(Coupling, GrainsCarryAPlate) {
  // From a plate lighter than a grain to one ten times heavier than the bed.
  for (const double mass : {0.002, 0.3, 3.0}) {
    World world = loadedBed(mass);
    StepData data;
    run(world, data, 3.0);
    double force = 0.0;
    for (int i = 0; i < 100; ++i) {
      step(world, data);
      force += world.bodies[1].reaction.force.z() / 100.0;
    }
    EXPECT_NEAR(force, mass * kGravity, 0.01 * mass * kGravity) << mass;
    EXPECT_LT(world.bodies[1].velocity.norm(), 2e-3) << mass;
    EXPECT_LT(world.bodies[1].pose.position.head<2>().norm(), 1e-5) << mass;
  }
}

TEST(Coupling, MotorPressesAsHardAsTheBedBearsIt) {
  World world = loadedBed(5.0);
  world.joints[0].motor = {.kind = MotorKind::force, .value = -20.0};
  StepData data;
  run(world, data, 3.0);
  double force = 0.0;
  for (int i = 0; i < 100; ++i) {
    step(world, data);
    force += world.bodies[1].reaction.force.z() / 100.0;
  }
  EXPECT_NEAR(force, 5.0 * kGravity + 20.0, 0.01 * (5.0 * kGravity + 20.0));
  EXPECT_NEAR(world.joints[0].motorForce, -20.0, 1e-9);
}

TEST(Coupling, EnergyOnlyFalls) {
  World world = loadedBed(0.5);
  StepData data;
  for (int i = 0; i < 400; ++i) {
    step(world, data);
    // Nothing does work here; what impacts and friction take is never given back but for the step's own error.
    ASSERT_GT(world.budget.totalDissipation, -1e-3) << i;
  }
  EXPECT_NEAR(world.budget.totalWork, 0.0, 1e-12);
}

TEST(Coupling, SameBitsForAnyThreadsAndAfterSaving) {
  World one = loadedBed(0.5);
  World four = one;
  StepData dataOne;
  StepData dataFour;
  ThreadPool pool(4);
  dataFour.context.threads = &pool;
  for (int i = 0; i < 60; ++i) {
    step(one, dataOne);
    step(four, dataFour);
  }
  EXPECT_EQ(stateHash(one), stateHash(four));
  World resumed = restoreState(saveState(one));
  StepData fresh;
  for (int i = 0; i < 30; ++i) {
    step(one, dataOne);
    step(resumed, fresh);
  }
  EXPECT_EQ(stateHash(one), stateHash(resumed));
}

}  // namespace
}  // namespace scree::testing
