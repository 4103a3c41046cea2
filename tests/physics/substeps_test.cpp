// Substeps and the two ways of treating impacts: closed forms that hold for any number of substeps.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/settings/presets.h"
#include "engine/settings/speed_scales.h"
#include "engine/solver/spook.h"
#include "tests/support/column.h"
#include "tests/support/methods.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

/// How a step is solved in a test of this file.
struct Way {
  Method method;
  int substeps;
  Impacts impacts;
};

std::string nameOfWay(const ::testing::TestParamInfo<Way>& info) {
  return std::string(nameOf(info.param.method)) + std::to_string(info.param.substeps) +
         std::string(nameOf(info.param.impacts));
}

std::vector<Way> allWays() {
  std::vector<Way> ways;
  for (const Method method : {Method::scalar, Method::nncg, Method::pgs}) {
    for (const int substeps : {1, 4, 8}) {
      for (const Impacts impacts : {Impacts::stage, Impacts::joined}) {
        ways.push_back({method, substeps, impacts});
      }
    }
  }
  return ways;
}

class SubstepWays : public ::testing::TestWithParam<Way> {
 protected:
  /// A world that is solved in the way under test.
  World worldOf(const PairLaw& law) const {
    World world = emptyWorld(law);
    world.parameters = Parameters{};
    world.parameters.gravity = Vec3(0.0, 0.0, -kGravity);
    world.parameters.method = GetParam().method;
    world.parameters.substeps = GetParam().substeps;
    world.parameters.impacts = GetParam().impacts;
    return world;
  }
  /// Of two bounds the one for the precision of this way.
  double precise(double inDouble, double inSingle) const {
    return GetParam().method == Method::pgs ? inSingle : inDouble;
  }
  double substep(const World& world) const { return world.parameters.timeStep / GetParam().substeps; }
};

TEST_P(SubstepWays, BounceLeavesWithItsRestitution) {
  for (const bool hertz : {false, true}) {
    for (const double restitution : {0.6, 0.8, 1.0}) {
      for (int place = 0; place < 10; ++place) {
        const PairLaw law = smoothLaw(restitution);
        World world = worldOf(hertz ? hertzLaw(law, 6e6) : law);
        addFloor(world);
        // Ten heights within the way of one step: the impact falls into every part of a step and a substep.
        const double start = 1.0;
        const double gap = start * world.parameters.timeStep * (1.0 + 0.1 * place);
        addSphere(world, Vec3(0, 0, kRadius + gap), kDiameter, Vec3(0, 0, -start));
        StepData data;
        takeSteps(world, data, 5);
        const double after = world.particles.velocity[0].z() + kGravity * 5 * world.parameters.timeStep;
        // Speed is e times that before; the law's push-out, at most 4/9 of the speed, asks for less. Before the impact
        // gravity adds g t to the speed that is reversed, up to 2.2 steps of 5 ms with the one in which it is found,
        // and after it the same acts downwards, which is added back here: e u = e (u0 + g t1), v = e u - g t2. Joined
        // impacts give the speed at the end of their substep: gravity does not act in it, but is added back.
        const double latest =
            2.2 * world.parameters.timeStep + (GetParam().impacts == Impacts::joined ? substep(world) : 0.0);
        EXPECT_GE(after, restitution * start - kGravity * substep(world)) << place << " e " << restitution;
        EXPECT_LE(after, restitution * start + (1.0 + restitution) * kGravity * latest)
            << place << " e " << restitution;
      }
    }
  }
}

TEST_P(SubstepWays, BounceWithoutGravityIsExact) {
  for (const bool hertz : {false, true}) {
    for (const double restitution : {0.6, 0.8, 1.0}) {
      for (int place = 0; place < 10; ++place) {
        const PairLaw law = smoothLaw(restitution);
        World world = worldOf(hertz ? hertzLaw(law, 6e6) : law);
        world.parameters.gravity.setZero();
        addFloor(world);
        const double start = 1.0;
        const double gap = start * world.parameters.timeStep * (1.0 + 0.1 * place);
        addSphere(world, Vec3(0, 0, kRadius + gap), kDiameter, Vec3(0, 0, -start));
        StepData data;
        takeSteps(world, data, 5);
        // The push-out of the overlap in which the impact is found asks for at most 4/9 of the speed: less than e.
        EXPECT_NEAR(world.particles.velocity[0].z() / start, restitution, precise(1e-12, 4 * kSingle))
            << "hertz " << hertz << " e " << restitution << " place " << place;
      }
    }
  }
}

TEST_P(SubstepWays, ElasticBallKeepsItsHeight) {
  World world = worldOf(smoothLaw(1.0));
  addFloor(world);
  const double height = 0.1;
  addSphere(world, Vec3(0, 0, kRadius + height));
  StepData data;
  double top = 0.0;
  int bounces = 0;
  bool rising = false;
  while (bounces < 20 && world.time < 20.0) {
    step(world, data);
    const double v = world.particles.velocity[0].z();
    if (rising && v <= 0.0) {
      ++bounces;
      top = world.particles.position[0].z() - kRadius;
    }
    rising = v > 0.0;
  }
  EXPECT_EQ(bounces, 20);
  EXPECT_LE(top, height * 1.001);
  if (GetParam().impacts == Impacts::joined) {
    // The speed at the end of the substep is that before it, so the only error is where in a substep the floor is met.
    EXPECT_GE(top, 0.99 * height);
  } else {
    // After a stage of its own gravity acts for the whole substep: every bounce loses up to g h of 1.4 m/s.
    const double left = std::sqrt(2.0 * kGravity * height) - (bounces + 1) * kGravity * substep(world);
    EXPECT_GE(top, 0.5 * left * left / kGravity);
  }
}

TEST_P(SubstepWays, RestsAtTheLawsOverlap) {
  for (const bool hertz : {false, true}) {
    World world = worldOf(hertz ? hertzLaw(pelletLaw(), 3e6) : pelletLaw());
    addFloor(world);
    addSphere(world, Vec3(0, 0, kRadius));
    StepData data;
    run(world, data, 2.0);
    ASSERT_EQ(data.list.contacts.size(), 1U);
    const Contact& contact = data.list.contacts[0];
    const double weight = world.particles.mass[0] * kGravity;
    // In single precision the push that holds it, Υ 4 δ/h e_H or 1 mm/s, comes from a fall of g h, rounded.
    const double bound = precise(1e-9, 50.0 * kSingle);
    EXPECT_NEAR(lawForce(world, contact) / weight, 1.0, bound) << "hertz " << hertz;
    EXPECT_NEAR(data.list.multipliers[0].normal / substep(world) / weight, 1.0, bound) << "hertz " << hertz;
  }
}

TEST_P(SubstepWays, SlidesDownAnInclineByTheClosedForm) {
  for (const double friction : {0.1, 0.5}) {
    PairLaw law = pelletLaw();
    law.friction = friction;
    law.rollingResistance = 10.0;  // no torque here overcomes it: the sphere slides as a block
    law.twisting = 1.0;
    World world = worldOf(law);
    const double angle = std::atan(1.5 * friction);
    world.parameters.gravity = kGravity * Vec3(std::sin(angle), 0.0, -std::cos(angle));
    addFloor(world);
    const std::size_t slot = addSphere(world, Vec3::Zero());
    world.particles.position[slot].z() =
        kRadius - world.particles.mass[slot] * kGravity * std::cos(angle) / law.stiffness;
    StepData data;
    run(world, data, 1.0);
    const double free = kGravity * (std::sin(angle) - friction * std::cos(angle));
    // In single precision the speed is rounded in each substep.
    const double roundings = 1.0 / substep(world);
    EXPECT_NEAR(world.particles.velocity[0].x() / free, 1.0, precise(1e-9, roundings * kSingle));
  }
}

TEST_P(SubstepWays, ObliqueImpactIsThatOfTheClosedForm) {
  PairLaw law = smoothLaw(0.5);
  law.friction = 0.2;
  for (const double spin : {-30.0, 0.0, 30.0}) {
    World world = worldOf(law);
    world.parameters.gravity.setZero();
    addFloor(world);
    const Vec3 before(3.0, 0.0, -1.0);
    addSphere(world, Vec3(0, 0, kRadius - 1e-13), kDiameter, before, Vec3(0.0, spin, 0.0));
    StepData data;
    step(world, data);
    EXPECT_EQ(data.report.impactCount, 1U);
    const double change = law.friction * (1.0 + law.restitution) * 1.0;
    const double bound = precise(1e-12, 4.0 * kSingle * 3.0);
    EXPECT_NEAR(world.particles.velocity[0].z(), 0.5, bound);
    EXPECT_NEAR(world.particles.velocity[0].x(), before.x() - change, bound);
    EXPECT_NEAR(kRadius * world.particles.angularVelocity[0].y(), kRadius * spin + 2.5 * change, bound);
  }
}

TEST_P(SubstepWays, CradlePassesTheSpeedOn) {
  World world = worldOf(smoothLaw(1.0));
  world.parameters.gravity.setZero();
  const double speed = 0.5;
  for (int i = 0; i < 5; ++i) {
    // Gaps wider than the way of a step: one impact at a time.
    addSphere(world, Vec3(i * (kDiameter + 3e-3), 0, 0), kDiameter, i == 0 ? Vec3(speed, 0, 0) : Vec3(0, 0, 0));
  }
  StepData data;
  run(world, data, 0.1);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(world.particles.velocity[i].x() / speed, i == 4 ? 1.0 : 0.0, precise(1e-9, 10.0 * kSingle)) << i;
  }
}

TEST_P(SubstepWays, TouchingChainKeepsMomentumAndDoesNotGainEnergy) {
  World world = worldOf(smoothLaw(1.0));
  world.parameters.gravity.setZero();
  const double speed = 0.5;
  for (int i = 0; i < 5; ++i) {
    addSphere(world, Vec3(i * (kDiameter - 1e-12), 0, 0), kDiameter, i == 0 ? Vec3(speed, 0, 0) : Vec3(0, 0, 0));
  }
  StepData data;
  step(world, data);
  // Impacts at once have no unique answer (METHOD.md 6.1); any must keep momentum and energy and leave nothing
  // approaching. What joined impacts pass on are pushes of the contact law, which yields: less than an impact may be
  // left. In single precision some 150 sweeps round each speed.
  const double bound = precise(1e-9, 150.0 * kSingle);
  const bool joined = GetParam().impacts == Impacts::joined;
  double momentum = 0.0;
  double energy = 0.0;
  for (std::size_t i = 0; i < 5; ++i) {
    const double v = world.particles.velocity[i].x() / speed;
    momentum += v;
    energy += v * v;
    if (i > 0) {
      const double slow = impactSpeedAt(world.parameters, 2.0 * world.particles.radius[i]);
      EXPECT_GE(v, world.particles.velocity[i - 1].x() / speed - bound - (joined ? slow / speed : 0.0)) << i;
    }
  }
  EXPECT_NEAR(momentum, 1.0, bound);
  EXPECT_LE(energy, 1.0 + 2.0 * bound);
}

INSTANTIATE_TEST_SUITE_P(All, SubstepWays, ::testing::ValuesIn(allWays()), nameOfWay);

/// A ball at rest that is hit within a step flies on into the next one in it, straight or aside.
TEST(SecondHits, WithinAStepAreFelt) {
  for (const double mass : {1.0, 30.0}) {
    for (const double speed : {0.5, 2.0}) {
      for (int place = 0; place < 6; ++place) {
        for (const double angle : {0.0, 0.6}) {
          World world = emptyWorld(smoothLaw(0.5));
          applyPreset(world.parameters, Preset::fast);
          world.parameters.gravity.setZero();
          world.parameters.impactSpeed = 0.05;
          const double way = speed * world.parameters.timeStep;
          const double between = 0.05 * kDiameter;
          addSphere(world, Vec3(-kDiameter - 0.15 * place * way, 0, 0), kDiameter, Vec3(speed, 0, 0));
          world.particles.mass[0] *= mass;
          addSphere(world, Vec3::Zero(), kDiameter);
          addSphere(world, (kDiameter + between) * Vec3(std::cos(angle), std::sin(angle), 0.0), kDiameter);
          const double start = measured(world).kinetic;
          const double substep = world.parameters.timeStep / world.parameters.substeps;
          StepData data;
          double deepest = 0.0;
          for (int i = 0; i < 8; ++i) {
            takeSteps(world, data, 1);
            deepest = std::max(deepest, kDiameter - (world.particles.position[1] - world.particles.position[2]).norm());
            EXPECT_LE(measured(world).kinetic, start * (1.0 + 1e-6)) << mass << " " << speed << " " << place;
          }
          // Contacts are looked for again each substep: what flies into another one is found a substep late, and once
          // more where it is pushed on.
          const double faster = 1.5 * mass / (1.0 + mass) * speed;
          EXPECT_LE(deepest, 1.0 * substep * faster) << mass << " " << speed << " " << place << " " << angle;
          EXPECT_GT(world.particles.velocity[2].norm(), 0.1 * speed);
        }
      }
    }
  }
}

}  // namespace
}  // namespace scree::testing
