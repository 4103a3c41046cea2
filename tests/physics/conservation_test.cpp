// Conservation laws: momentum, angular momentum, energy and the budgets that book them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/solver/spook.h"
#include "tests/support/methods.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

PairLaw randomLaw(Random& random) {
  PairLaw law;
  law.restitution = random.uniform();
  law.friction = random.uniform(0.0, 1.5);
  law.rollingResistance = random.uniform(0.0, 0.5);
  law.twisting = random.uniform();
  law.stiffness = std::pow(10.0, random.uniform(2.0, 5.0));
  return random.uniform() < 0.5 ? law : hertzLaw(law, std::pow(10.0, random.uniform(5.0, 8.0)));
}

Vec3 randomVector(Random& random, double length) { return random.uniform() * length * randomDirection(random); }

/// Two spheres far from the origin, overlapping by up to a fifth of the smaller radius, moving and spinning at random.
World randomPair(Random& random) {
  World world = emptyWorld(randomLaw(random));
  world.parameters.gravity.setZero();
  world.parameters.timeStep = std::pow(10.0, random.uniform(-4.5, -2.0));
  const double da = random.uniform(0.005, 0.05);
  const double db = random.uniform(0.005, 0.05);
  const double overlap = random.uniform(0.0, 0.1) * std::min(da, db);
  const Vec3 place = randomVector(random, 2.0);
  addSphere(world, place, da, randomVector(random, 3.0), randomVector(random, 300.0));
  addSphere(world, place + (0.5 * (da + db) - overlap) * randomDirection(random), db, randomVector(random, 3.0),
            randomVector(random, 300.0));
  return world;
}

TEST(Conservation, MomentumAndAngularMomentumOfPairs) {
  Random random(3);
  for (int trial = 0; trial < 500; ++trial) {
    World world = randomPair(random);
    const Budget before = measured(world);
    StepData data;
    takeSteps(world, data, 5);
    const Budget after = measured(world);
    // Scales: the sum of the parts, which may cancel. 1e-13 leaves a thousand round-offs of 1e-16. In single precision
    // each body is rounded in every sweep that still changes it: a pair has converged after a few, 5 steps of two
    // stages make some 20 roundings.
    const double bound = roundOff(1e-13, 20.0 * kSingle);
    double momentum = 0.0;
    double angular = 0.0;
    for (std::size_t i = 0; i < 2; ++i) {
      const double p = world.particles.mass[i] * (world.particles.velocity[i].norm() + 3.0);
      momentum += p;
      angular += p * world.particles.position[i].norm() +
                 world.particles.inertia(i) * (world.particles.angularVelocity[i].norm() + 300.0);
    }
    ASSERT_LE((after.momentum - before.momentum).norm(), bound * momentum) << "trial " << trial;
    ASSERT_LE((after.angularMomentum - before.angularMomentum).norm(), bound * angular) << "trial " << trial;
  }
}

TEST(Conservation, MomentumAndAngularMomentumOfACluster) {
  PairLaw law = pelletLaw();
  law.twisting = 0.5;
  World world = emptyWorld(law);
  world.parameters.gravity.setZero();
  addLattice(world, 4, 4, 4, 0.010, 0.013, 5);
  Random random(6);
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    Vec3& x = world.particles.position[i];
    x *= 0.75;  // squeezes the lattice into overlaps
    world.particles.velocity[i] = randomVector(random, 0.5) - 5.0 * x;
    world.particles.angularVelocity[i] = randomVector(random, 50.0);
  }
  const Budget before = measured(world);
  StepData data;
  step(world, data);
  // Substeps may part within the step what bounced in it.
  ASSERT_GT(data.list.contacts.size() + data.report.impactCount, 50U);
  takeSteps(world, data, 19);
  const Budget after = measured(world);
  // Parts add up to 64 * 4 g * 0.5 m/s = 0.13 N s and to 0.13 * 0.05 m; 1e-13 of them for the round-off of 20 steps. In
  // single precision some 400 roundings of each of 64 spheres, at random: sqrt(64 * 400) of the 64th part, 3.
  const double bound = roundOff(1e-13, 3.0 * kSingle);
  EXPECT_LE((after.momentum - before.momentum).norm(), bound * 0.13);
  EXPECT_LE((after.angularMomentum - before.angularMomentum).norm(), bound * 0.13 * 0.05 * 10.0);
}

TEST(Conservation, ImpactsOfPairsNeverAddEnergy) {
  Random random(7);
  for (int trial = 0; trial < 3000; ++trial) {
    World world = emptyWorld(randomLaw(random));
    world.parameters.gravity.setZero();
    world.parameters.impactSpeed = 0.0;
    const double da = random.uniform(0.005, 0.05);
    const double db = random.uniform(0.005, 0.05);
    addSphere(world, Vec3::Zero(), da, randomVector(random, 3.0), randomVector(random, 300.0));
    // Touching without overlap, so that no elastic energy can be set free.
    addSphere(world, (0.5 * (da + db) - 1e-15) * randomDirection(random), db, randomVector(random, 3.0),
              randomVector(random, 300.0));
    const double before = measured(world).kinetic;
    StepData data;
    step(world, data);
    // Round-off only. Energy goes with the square of speeds that are rounded some ten times in single precision.
    ASSERT_LE(measured(world).kinetic, before * (1.0 + roundOff(1e-13, 20.0 * kSingle))) << "trial " << trial;
  }
}

/// Kinetic, potential and elastic energy.
double wholeEnergy(const World& world) {
  const Budget budget = measured(world);
  return budget.kinetic + budget.potential + overlapEnergy(world);
}

/// Elastic energy of an overlap as deep as a substep at this relative speed can bring unseen.
double unseenEnergy(const World& world, double speed) {
  const PairLaw& law = world.materials.pairs[0];
  const bool hertz = law.law == StiffnessLaw::hertz;
  // The largest effective radius there is here, that of a sphere on the floor.
  const double stiffness = hertz ? 4.0 / 3.0 * law.effectiveModulus * std::sqrt(kRadius) : law.stiffness;
  return lawEnergy(stiffness, hertz ? 1.25 : 1.0, speed * world.parameters.timeStep / world.parameters.substeps);
}

/// Steps a world whose only contacts are one between two bodies, and checks that energy falls in every step, but for
/// the elastic energy of a contact that was not there before: steps of finite length find it already overlapping. With
/// substeps a contact may come and go within a step; then what it can have brought is allowed.
void expectEnergyFalls(World& world, int steps, int trial) {
  StepData data;
  double before = wholeEnergy(world);
  bool touching = overlapEnergy(world) > 0.0;
  const double scale = measured(world).kinetic + std::abs(before);
  for (int i = 0; i < steps; ++i) {
    const double unseen = unseenEnergy(world, 2.0 * std::sqrt(2.0 * measured(world).kinetic / world.particles.mass[0]));
    step(world, data);
    const double after = wholeEnergy(world);
    const double elastic = overlapEnergy(world);
    const bool allInside = world.parameters.substeps > 1;
    const double found = touching ? 0.0 : allInside ? std::max(elastic, unseen) : elastic;
    // Round-off of sums; in single precision of some ten roundings of speeds a substep, and twice that for squares.
    const double round = roundOff(1e-12, 20.0 * kSingle * world.parameters.substeps);
    ASSERT_LE(after - found, before + round * scale) << "trial " << trial << " step " << i;
    before = after;
    touching = elastic > 0.0;
  }
}

TEST(Energy, NeverRisesInCollisionsOfPairs) {
  Random random(8);
  for (int trial = 0; trial < 500; ++trial) {
    World world = emptyWorld(randomLaw(random));
    world.parameters.gravity.setZero();
    world.parameters.timeStep = std::pow(10.0, random.uniform(-5.0, -2.3));
    const Vec3 n = randomDirection(random);
    const Vec3 aside = randomVector(random, 0.9 * kDiameter).cross(n);
    addSphere(world, Vec3::Zero(), kDiameter, 2.0 * n, randomVector(random, 300.0));
    const double start = std::sqrt(kDiameter * kDiameter - aside.squaredNorm());
    addSphere(world, (start + random.uniform() * 0.002) * n + aside, kDiameter, Vec3::Zero(),
              randomVector(random, 300.0));
    expectEnergyFalls(world, 60, trial);
  }
}

TEST(Energy, NeverRisesOnAFloor) {
  Random random(9);
  for (int trial = 0; trial < 300; ++trial) {
    World world = emptyWorld(randomLaw(random));
    world.parameters.timeStep = std::pow(10.0, random.uniform(-4.0, -2.3));
    addFloor(world);
    Vec3 velocity = randomVector(random, 2.0);
    velocity.z() = -std::abs(velocity.z());
    addSphere(world, Vec3(0, 0, kRadius + random.uniform() * 0.01), kDiameter, velocity, randomVector(random, 300.0));
    expectEnergyFalls(world, 200, trial);
  }
}

/// 125 spheres flying about in a closed box without gravity; `room` times as wide as their lattice.
World gas(double restitution, double friction, double timeStep, double room) {
  PairLaw law = smoothLaw(restitution);
  law.friction = friction;
  World world = emptyWorld(law);
  world.parameters.gravity.setZero();
  world.parameters.timeStep = timeStep;
  world.parameters.sweeps = 30;
  world.parameters.impactSweeps = 100;
  const double half = 0.5 * 5 * 1.1 * kDiameter * room;
  addShape(world, Container{.halfExtents = Vec3::Constant(half)}, {.position = Vec3(0, 0, half)});
  addLattice(world, 5, 5, 5, 0.010, 0.013, 3);
  Random random(1);
  for (Vec3& v : world.particles.velocity) {
    v = 0.5 * randomDirection(random);
  }
  return world;
}

TEST(Energy, OfAGasOnlyFalls) {
  for (const double friction : {0.0, 0.5}) {
    for (const double restitution : {0.18, 0.5, 0.9}) {
      for (const double room : {1.02, 1.5}) {
        World world = gas(restitution, friction, 5e-3, room);
        StepData data;
        const double start = measured(world).kinetic;
        double last = start;
        for (int tenth = 0; tenth < 10; ++tenth) {
          run(world, data, 0.1);
          const double now = measured(world).kinetic;
          // Single steps may set free the elastic energy of contacts found overlapping; over a tenth of a second the
          // losses of some hundred impacts outweigh that by far.
          EXPECT_LE(now, last) << "e " << restitution << " μ " << friction << " room " << room;
          last = now;
        }
        EXPECT_LE(last, 0.5 * start);
      }
    }
  }
}

TEST(Energy, OfAPerfectlyElasticGasIsNearlyKept) {
  World world = gas(1.0, 0.0, 2.5e-4, 1.5);
  StepData data;
  const double start = measured(world).kinetic;
  run(world, data, 1.0);
  // About a thousand impacts, each found up to 0.13 mm late: the damped push-out of such overlaps and triple contacts
  // change the energy by parts in 1e5 each, 1 % in all.
  EXPECT_NEAR(measured(world).kinetic / start, 1.0, 0.01);
}

TEST(Energy, OfADenseElasticGasDoesNotGrow) {
  // Every impact meets several contacts at once. Holding separating ones at zero speed multiplied the energy by 45.
  World world = gas(1.0, 0.0, 5e-3, 1.02);
  StepData data;
  const double start = measured(world).kinetic;
  run(world, data, 2.0);
  EXPECT_LE(measured(world).kinetic, start);
}

World busyBox() {
  PairLaw law = pelletLaw();
  law.twisting = 0.3;
  World world = emptyWorld(law);
  world.parameters.sweeps = 20;  // what is booked must fit whether or not the solve converged
  world.parameters.impactSweeps = 20;
  addOpenBox(world, 0.08, 0.2);
  addLattice(world, 5, 5, 6, 0.010, 0.013, 17);
  return world;
}

TEST(Budgets, MomentumChangesByTheImpulseOfTheStep) {
  World world = busyBox();
  StepData data;
  Vec3 before = measured(world).momentum;
  double mass = 0.0;
  for (const double m : world.particles.mass) {
    mass += m;
  }
  for (int i = 0; i < 200; ++i) {
    step(world, data);
    const Vec3 after = world.budget.momentum;
    // Some hundred impulses add up to m g Δt; 1e-13 of m (g Δt + 1 m/s) for their round-off. In single precision every
    // one of 150 spheres is rounded some 300 times a step at 1 m/s or less, at random: sqrt(150 * 300)/150, 1.4.
    ASSERT_LE((after - before - world.budget.stepImpulse).norm(), roundOff(1e-13, 2.0 * kSingle) * mass)
        << "step " << i;
    before = after;
  }
}

TEST(Budgets, EnergyClosesWithAllSourcesAndSinks) {
  World world = busyBox();
  world.parameters.bounds = {Vec3(-1, -1, -1), Vec3(1, 1, 1)};
  // A paddle that stirs, a feed, a sink that swallows what is thrown out, and gravity that turns on the way.
  const std::uint32_t paddle = addShape(world, SolidBox{Vec3(0.03, 0.004, 0.02)}, {.position = Vec3(0, 0, 0.04)});
  world.bodies[paddle].drives.push_back({Rotation{Vec3(0, 0, 0.04), Vec3::UnitZ()}, {.value = 5.0}});
  Emitter feed;
  feed.pose.position = Vec3(0, 0, 0.15);
  feed.halfExtents = Vec3(0.02, 0.02, 0);
  feed.sizes = SingleSize{0.01};
  feed.rate = 100.0;
  world.emitters.push_back(feed);
  Sink sink;
  sink.pose.position = Vec3(0.03, 0.03, 0.02);
  sink.halfExtents = Vec3(0.01, 0.01, 0.01);
  world.sinks.push_back(sink);

  // Elastic energy counts from when a step finds it: what overlaps at the start enters as negative dissipation.
  const double start = measured(world).kinetic + measured(world).potential;
  StepData data;
  for (int i = 0; i < 400; ++i) {
    if (i == 200) {
      world.parameters.gravity = Vec3(2.0, 0.0, -9.0);
    }
    step(world, data);
  }
  ASSERT_GT(world.sinks[0].departures.size(), 0U);
  const Budget& b = world.budget;
  const double now = b.kinetic + b.potential + b.elastic;
  const double booked = start + b.totalWork + b.totalEntered - b.totalLeft - b.totalDissipation;
  // The account is kept by differences, so only round-off of 400 sums of 0.1 J is left.
  EXPECT_NEAR(now, booked, 1e-13 * 400 * std::max(1.0, std::abs(start)));
  // And its parts are what they say: dissipation overall is positive, the feed brought energy, the paddle worked.
  EXPECT_GT(b.totalDissipation, 0.0);
  EXPECT_GT(b.totalEntered, 0.0);
  const Budget again = measured(world);
  EXPECT_DOUBLE_EQ(again.kinetic, b.kinetic);
  EXPECT_DOUBLE_EQ(again.potential, b.potential);
}

}  // namespace
}  // namespace scree::testing
