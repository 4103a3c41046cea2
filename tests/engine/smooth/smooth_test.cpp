// Smooth DEM against closed forms and conservation laws, and its springs as state.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/base/parallel.h"
#include "engine/session/session.h"
#include "engine/solve/smooth/smooth_law.h"
#include "engine/solve/smooth/stable_step.h"
#include "engine/state/state.h"
#include "engine/world/contact_spring.h"
#include "tests/support/drum_world.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

PairLaw linearPair(double restitution) {
  PairLaw law;
  law.restitution = restitution;
  law.stiffness = 3e4;
  return law;
}

PairLaw hertzPair(double restitution) {
  PairLaw law;
  law.restitution = restitution;
  law.law = StiffnessLaw::hertz;
  law.effectiveModulus = 5e6;
  return law;
}

World smoothWorld(const PairLaw& law, bool hasGravity) {
  World world = emptyWorld(law);
  world.parameters.method = Method::smooth;
  world.parameters.timeStep = 1e-3;
  if (!hasGravity) {
    world.parameters.gravity.setZero();
  }
  return world;
}

/// Two grains that meet head on; returns the speed of parting over that of the approach.
double rebound(const PairLaw& law, double timeStep) {
  World world = smoothWorld(law, false);
  world.parameters.timeStep = timeStep;
  addSphere(world, Vec3(-0.51 * kDiameter, 0, 0), kDiameter, Vec3(0.5, 0, 0));
  addSphere(world, Vec3(0.51 * kDiameter, 0, 0), kDiameter, Vec3(-0.5, 0, 0));
  StepData data;
  run(world, data, 0.02);
  EXPECT_GT((world.particles.position[1] - world.particles.position[0]).norm(), kDiameter) << "they parted";
  return world.particles.velocity[1].x() - world.particles.velocity[0].x();
}

TEST(Smooth, RestitutionIsThatOfTheLaw) {
  for (const double restitution : {1.0, 0.9, 0.5, 0.18}) {
    // With the substeps that the method takes by itself, and with far shorter ones.
    EXPECT_NEAR(rebound(linearPair(restitution), 1e-3), restitution, 0.01) << "linear";
    EXPECT_NEAR(rebound(hertzPair(restitution), 1e-3), restitution, 0.01) << "Hertz";
    EXPECT_NEAR(rebound(linearPair(restitution), 1e-6), restitution, 1e-3) << "linear";
    EXPECT_NEAR(rebound(hertzPair(restitution), 1e-6), restitution, 1e-3) << "Hertz";
  }
}

/// Time for which two grains touch that meet at 1 m/s.
double duration(const PairLaw& law) {
  World world = smoothWorld(law, false);
  world.parameters.timeStep = 1e-6;
  addSphere(world, Vec3(-0.5 * kDiameter, 0, 0), kDiameter, Vec3(0.5, 0, 0));
  addSphere(world, Vec3(0.5 * kDiameter, 0, 0), kDiameter, Vec3(-0.5, 0, 0));
  StepData data;
  while (world.time < 0.1) {
    step(world, data);
    if ((world.particles.position[1] - world.particles.position[0]).norm() > kDiameter) {
      return world.time;
    }
  }
  return 0.0;
}

TEST(Smooth, CollisionsLastAsLongAsTheoryTells) {
  World world = smoothWorld(linearPair(1.0), false);
  addSphere(world, Vec3::Zero());
  const double mass = 0.5 * world.particles.mass[0];
  // Linear: π/(ω √(1 - ζ²)).
  for (const double restitution : {1.0, 0.5}) {
    const double omega = std::sqrt(linearPair(1.0).stiffness / mass);
    const double zeta = dampingRatio(restitution, StiffnessLaw::linear);
    const double expected = std::numbers::pi / (omega * std::sqrt(1.0 - zeta * zeta));
    EXPECT_NEAR(duration(linearPair(restitution)) / expected, 1.0, 2e-3);
  }
  // Hertz 1882: 2.9432 (m*²/(K² u))^(1/5) with F = K δ^1.5·(5/4 in the energy): T = 2.9432 δ_max/u.
  const double stiffness = springOf(hertzPair(1.0), 0.25 * kDiameter).stiffness;
  const double deepest = std::pow(1.25 * mass / stiffness, 0.4);
  EXPECT_NEAR(duration(hertzPair(1.0)) / (2.9432 * deepest), 1.0, 2e-3);
}

TEST(Smooth, ObliqueHitsKeepMomentumAndAngularMomentum) {
  for (PairLaw law : {linearPair(0.6), hertzPair(0.6)}) {
    law.friction = 0.4;
    law.rollingResistance = 0.2;
    law.twisting = 0.5;
    World world = smoothWorld(law, false);
    addSphere(world, Vec3(-0.51 * kDiameter, 0, 0), kDiameter, Vec3(0.7, 0.3, -0.1), Vec3(5, -20, 30));
    addSphere(world, Vec3(0.51 * kDiameter, 0.003, 0.001), 0.8 * kDiameter, Vec3(-0.5, 0, 0.2), Vec3(-40, 10, 3));
    const auto sums = [&world] {
      Vec3 linear = Vec3::Zero();
      Vec3 angular = Vec3::Zero();
      const Particles& p = world.particles;
      for (std::size_t i = 0; i < p.size(); ++i) {
        linear += p.mass[i] * p.velocity[i];
        angular += p.position[i].cross(p.mass[i] * p.velocity[i]) + p.inertia(i) * p.angularVelocity[i];
      }
      return std::pair{linear, angular};
    };
    const auto before = sums();
    const Vec3 spin = world.particles.angularVelocity[0];
    StepData data;
    run(world, data, 0.02);
    const auto after = sums();
    EXPECT_GT((world.particles.angularVelocity[0] - spin).norm(), 1.0) << "they touched";
    EXPECT_LT((after.first - before.first).norm(), 1e-13);
    EXPECT_LT((after.second - before.second).norm(), 1e-15);
  }
}

/// A sphere at rest on the floor, at the overlap under its weight.
World sphereOnFloor(PairLaw law) {
  World world = smoothWorld(law, true);
  addFloor(world);
  addSphere(world, Vec3::Zero());
  const double weight = world.particles.mass[0] * kGravity;
  world.particles.position[0].z() = kRadius - springOf(law, kRadius).overlapAt(weight);
  return world;
}

TEST(Smooth, ASphereSlidesUntilItRolls) {
  for (PairLaw law : {linearPair(0.5), hertzPair(0.5)}) {
    law.friction = 0.3;
    World world = sphereOnFloor(law);
    world.particles.velocity[0].x() = 1.0;
    StepData data;
    const double half = 1.0 / (7.0 * law.friction * kGravity);
    run(world, data, half);
    EXPECT_NEAR(world.particles.velocity[0].x(), 1.0 - law.friction * kGravity * world.time, 1e-3);
    run(world, data, 0.3);
    EXPECT_NEAR(world.particles.velocity[0].x(), 5.0 / 7.0, 2e-3);
    EXPECT_NEAR(world.particles.angularVelocity[0].y() * kRadius, 5.0 / 7.0, 2e-3);
  }
}

TEST(Smooth, RollingResistanceSlowsARollingSphere) {
  PairLaw law = hertzPair(0.5);
  law.friction = 0.9;
  law.rollingResistance = 0.05;
  World world = sphereOnFloor(law);
  world.particles.velocity[0].x() = 0.5;
  world.particles.angularVelocity[0].y() = 0.5 / kRadius;
  StepData data;
  run(world, data, 0.5);
  // a = 5/7 μ_r g: the torque μ_r r m g against the inertia about the contact, 7/5 m r².
  EXPECT_NEAR(world.particles.velocity[0].x(), 0.5 - 5.0 / 7.0 * 0.05 * kGravity * world.time, 5e-3);
  run(world, data, 2.0);
  EXPECT_NEAR(world.particles.velocity[0].x(), 0.0, 1e-4) << "it stops";
}

/// A sphere begins to roll where the slope is its rolling resistance, within a hundredth, and then at
/// 5/7 g (sin θ - μ_r cos θ): the difference of both torques against the inertia about the contact, 7/5 m r².
TEST(Smooth, RollingBeginsAtItsLimit) {
  for (const double share : {0.9, 0.99, 1.01, 1.5}) {
    PairLaw law = hertzPair(0.5);
    law.friction = 0.9;
    law.rollingResistance = 0.2;
    World world = sphereOnFloor(law);
    const double slope = std::atan(share * law.rollingResistance);
    world.parameters.gravity = kGravity * Vec3(std::sin(slope), 0, -std::cos(slope));
    StepData data;
    run(world, data, 1.0);
    const double x = world.particles.position[0].x();
    const double speed = world.particles.velocity[0].x();
    run(world, data, 1.0);
    if (share < 1.0) {
      // Loaded at once, the spring swings beyond its load: close to the limit it gives way a little at first.
      EXPECT_LT(world.particles.position[0].x(), share < 0.95 ? 1e-4 : 0.1 * kRadius);
      EXPECT_LT(std::abs(world.particles.position[0].x() - x), 1e-9) << "a spring does not creep";
      continue;
    }
    const double expected = 5.0 / 7.0 * kGravity * (std::sin(slope) - law.rollingResistance * std::cos(slope));
    EXPECT_NEAR(world.particles.velocity[0].x() - speed, expected, 0.01 * expected) << share;
  }
}

/// A grain swings on another with no loss: its energy stays.
TEST(Smooth, ElasticGrainsKeepTheirEnergy) {
  PairLaw law = hertzPair(1.0);
  law.friction = 0.0;
  World world = smoothWorld(law, true);
  world.parameters.timeStep = 1e-5;
  addFloor(world);
  for (int i = 0; i < 4; ++i) {
    addSphere(world, Vec3(0, 0, kRadius + 1.05 * kDiameter * i));
  }
  const double start = 4 * kRadius + 1.05 * kDiameter * 6;
  StepData data;
  double mean = 0.0;
  int count = 0;
  while (world.time < 0.3) {
    step(world, data);
    const double energy = world.budget.kinetic + world.budget.potential + world.budget.elastic;
    mean += energy / (world.particles.mass[0] * kGravity);
    ++count;
    EXPECT_NEAR(energy / (world.particles.mass[0] * kGravity * start), 1.0, 0.01);
  }
  EXPECT_NEAR(mean / count / start, 1.0, 2e-4) << "no drift";
}

TEST(Smooth, BitsAreThoseOfOneThreadAndOfAResumedRun) {
  const auto make = [] {
    PairLaw law = hertzPair(0.4);
    law.friction = 0.5;
    law.rollingResistance = 0.1;
    law.twisting = 0.3;
    World world = smoothWorld(law, true);
    addFloor(world);
    for (int i = 0; i < 600; ++i) {
      const Vec3 place(1.1 * (i % 6) + 0.01 * (i % 7), 1.1 * (i / 6 % 6) + 0.013 * (i % 5), 0.6 + 1.02 * (i / 36));
      addSphere(world, kDiameter * place);
    }
    return world;
  };
  World one = make();
  StepData data;
  run(one, data, 0.1);
  World three = make();
  ThreadPool pool(3);
  StepData onThree;
  onThree.context.threads = &pool;
  run(three, onThree, 0.1);
  EXPECT_EQ(stateHash(one), stateHash(three));
  ASSERT_FALSE(one.history.keys.empty());
  World whole = one;
  run(whole, data, 0.05);
  World resumed = restoreState(saveState(one));
  StepData fresh;
  run(resumed, fresh, 0.05);
  EXPECT_EQ(stateHash(whole), stateHash(resumed));
}

/// Grains that are let fall on each other in long steps meet no pair unseen.
TEST(Smooth, LongStepsMissNoPair) {
  PairLaw law = hertzPair(1.0);
  law.friction = 0.0;
  World world = smoothWorld(law, true);
  world.parameters.timeStep = 5e-3;
  addFloor(world);
  constexpr int kGrains = 20;
  double start = 0.0;
  for (int i = 0; i < kGrains; ++i) {
    addSphere(world, Vec3(0, 0, kRadius + kDiameter * i));
    start += kRadius + kDiameter * i;
  }
  StepData data;
  while (world.time < 0.5) {
    step(world, data);
    const double energy = world.budget.kinetic + world.budget.potential + world.budget.elastic;
    ASSERT_NEAR(energy / (world.particles.mass[0] * kGravity * start), 1.0, 0.01) << world.time;
  }
}

TEST(Smooth, WhatItCannotStepIsRefusedWithTheNumber) {
  World world = smoothWorld(hertzPair(0.5), true);
  addSphere(world, Vec3::Zero());
  EXPECT_FALSE(refusalOfSmooth(world).isOne());
  world.parameters.timeStep = 2e5 * stableStep(world);
  EXPECT_NE(refusalOfSmooth(world).text().find("2e+05 substeps"), std::string::npos) << refusalOfSmooth(world).text();
  world.parameters.timeStep = 1e-3;
  world.parameters.reduction.merging = Switch::on;
  EXPECT_NE(refusalOfSmooth(world).text().find("merges nothing"), std::string::npos);
  world.parameters.method = Method::pgs;
  EXPECT_FALSE(refusalOfSmooth(world).isOne()) << "another method";
}

TEST(Smooth, IsChosenWhileARunGoesOnAndLeftAgain) {
  Session session(mergingDrum(1.0), false);
  const auto after = [&session](int steps) {
    session.post(StepOnce{steps});
    const std::uint64_t wanted = session.world().step + static_cast<std::uint64_t>(steps);
    while (session.world().step < wanted) {
      session.advance();
    }
  };
  const auto choose = [&session](ChoiceKey key, int value) {
    session.post(SetChoice{key, value});
    session.advance();
    return session.snapshots().latest()->run.message;
  };
  after(20);
  EXPECT_NE(choose(ChoiceKey::method, static_cast<int>(Method::smooth)).find("merges nothing"), std::string::npos);
  EXPECT_EQ(session.world().parameters.method, Method::pgs);
  choose(ChoiceKey::merging, static_cast<int>(Switch::off));
  after(1);
  choose(ChoiceKey::method, static_cast<int>(Method::smooth));
  ASSERT_EQ(session.world().parameters.method, Method::smooth);
  const double before = session.world().budget.kinetic;
  after(20);
  EXPECT_EQ(session.world().faultCount, 0U);
  // The bed goes on as it was: it is not thrown apart.
  EXPECT_LT(session.world().budget.kinetic, 4.0 * before);
  EXPECT_EQ(choose(ChoiceKey::merging, static_cast<int>(Switch::on)),
            "the method smooth merges nothing: take another method first");
  EXPECT_EQ(session.world().parameters.reduction.merging, Switch::off);
  session.post(SetPairLaw{0, 0, PairLawKey::stiffness, 1e14});
  session.advance();
  EXPECT_NE(session.snapshots().latest()->run.message.find("substeps of"), std::string::npos)
      << session.snapshots().latest()->run.message;
  EXPECT_LT(session.world().materials.pair(0, 0).stiffness, 1e9) << "the law stays";
  choose(ChoiceKey::method, static_cast<int>(Method::pgs));
  after(5);
  EXPECT_EQ(session.world().parameters.method, Method::pgs);
  EXPECT_EQ(session.world().faultCount, 0U);
}

TEST(SmoothLaw, TangentialStiffnessIsMindlins) {
  Material a;
  a.poissonRatio = 0.25;
  EXPECT_NEAR(tangentialShare(a, a), 2.0 * 0.75 / 1.75, 1e-12);
  // Against a rigid second material its own moduli alone count.
  a.youngsModulus = 1e7;
  Material rigid;
  rigid.youngsModulus = 1e30;
  rigid.poissonRatio = 0.45;
  EXPECT_NEAR(tangentialShare(a, rigid), 2.0 * 0.75 / 1.75, 1e-12);
}

}  // namespace
}  // namespace scree::testing
