// Bridges that take their liquid from the films of grains and give it back, and grains that attract each other and
// merge.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "engine/cohesion/attractions.h"
#include "engine/cohesion/films.h"
#include "engine/state/state.h"
#include "engine/step/step_threads.h"
#include "engine/world/placement.h"
#include "tests/support/methods.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

constexpr double kGrain = 3e-3;     // diameter [m]
constexpr double kWet = 1e-6;       // of a wet grain [kg]
constexpr double kOfWater = 0.073;  // N/m
// Of one film, to another grain of that size: 1/2 (1 - √3/2).
const double kShare = 0.5 * (1.0 - std::sqrt(0.75));

PairLaw filmLaw() {
  PairLaw law = pelletLaw();
  law.stiffness = 3000.0;
  law.cohesion.surfaceTension = kOfWater;
  law.cohesion.fromFilms = true;
  return law;
}

World filmWorld(double timeStep) {
  World world = emptyWorld(filmLaw());
  world.parameters.timeStep = timeStep;
  return world;
}

/// Two grains that touch in space, with water [kg].
World wetPair(double timeStep, double ofFirst, double ofSecond) {
  World world = filmWorld(timeStep);
  world.parameters.gravity.setZero();
  addSphere(world, Vec3(0, 0, 0), kGrain);
  addSphere(world, Vec3(kGrain * (1.0 - 1e-6), 0, 0), kGrain);
  world.particles.water = {ofFirst, ofSecond};
  return world;
}

double allWater(const World& world) {
  return std::accumulate(world.particles.water.begin(), world.particles.water.end(), 0.0);
}

/// Energy of all but heat [J].
double mechanicalOf(const World& world) {
  const Budget& budget = world.budget;
  return budget.kinetic + budget.potential + budget.elastic + budget.cohesive;
}

/// Each grain gives the share of its film that the other covers; the volume is rounded down by 4.4 % at most.
TEST(Cohesion, ABridgeTakesTheSharesOfTwoFilms) {
  for (const double timeStep : {1e-3, 5e-3}) {
    World world = wetPair(timeStep, 2.0 * kWet, kWet);
    StepData data;
    takeSteps(world, data, 3);
    ASSERT_EQ(world.bridges.size(), 1U);
    const double full = kShare * 3.0 * kWet / 1000.0;  // m³
    EXPECT_LE(world.bridges[0].volume, full);
    EXPECT_GT(world.bridges[0].volume, 0.956 * full);
    EXPECT_NEAR(world.bridges[0].first, 2.0 / 3.0 * world.bridges[0].volume, 1e-9 * full);
    EXPECT_EQ(world.particles.water, (std::vector{2.0 * kWet, kWet})) << "it stays the water of the two";
    EXPECT_NEAR(freeFilms(world)[0], 2.0 * kWet / 1000.0 - world.bridges[0].first, 1e-20);
  }
}

/// Both get half of the liquid of a bridge that breaks, so that water goes from the wetter grain to the other.
TEST(Cohesion, ABrokenBridgeIsSharedInHalves) {
  for (const double timeStep : {1e-3, 5e-3}) {
    World world = wetPair(timeStep, 2.0 * kWet, kWet);
    StepData data;
    takeSteps(world, data, 3);
    ASSERT_EQ(world.bridges.size(), 1U);
    const double liquid = 1000.0 * world.bridges[0].volume;  // kg
    const std::vector<double> mass = world.particles.mass;
    world.particles.velocity = {Vec3::Zero(), Vec3(1.0, 0, 0)};
    run(world, data, 0.015);
    EXPECT_TRUE(world.bridges.empty());
    EXPECT_NEAR(world.particles.water[0], 2.0 * kWet - liquid / 6.0, 1e-12 * kWet);
    EXPECT_NEAR(world.particles.water[1], kWet + liquid / 6.0, 1e-12 * kWet);
    EXPECT_NEAR(world.particles.mass[0] - mass[0], -liquid / 6.0, 1e-12 * kWet);
    EXPECT_NEAR(world.particles.mass[0] + world.particles.mass[1], mass[0] + mass[1], 1e-15 * mass[0]);
  }
}

/// With a grain that leaves goes the energy of its bridges: none appears from nowhere.
TEST(Cohesion, BridgesLeaveWithTheirGrains) {
  World world = wetPair(1e-3, kWet, kWet);
  StepData data;
  takeSteps(world, data, 8);
  ASSERT_EQ(world.bridges.size(), 1U);
  const BridgeCurve curve(filmLaw().cohesion, 0.25 * kGrain, world.bridges[0].volume);
  const double work = curve.work(0.0);
  EXPECT_NEAR(world.budget.cohesive, -work, 1e-3 * work);
  Sink sink;
  sink.pose.position = Vec3(kGrain, 0, 0);
  sink.halfExtents = Vec3::Constant(0.4 * kGrain);
  world.sinks.push_back(sink);
  const double dissipated = world.budget.totalDissipation;
  takeSteps(world, data, 8);
  ASSERT_EQ(world.particles.size(), 1U);
  EXPECT_TRUE(world.bridges.empty());
  EXPECT_EQ(world.budget.cohesive, 0.0);
  EXPECT_NEAR(world.budget.totalLeft, -work, 1e-3 * work);
  EXPECT_NEAR(world.budget.totalDissipation, dissipated, 1e-3 * work);
}

TEST(Cohesion, DryGrainsHaveNoBridgeAndWallsTakeHalfAFilm) {
  World dry = wetPair(1e-3, 0.0, 0.0);
  StepData data;
  takeSteps(dry, data, 3);
  EXPECT_TRUE(dry.bridges.empty());
  EXPECT_EQ(dry.budget.cohesive, 0.0);

  World world = filmWorld(1e-3);
  addFloor(world);
  addSphere(world, Vec3(0, 0, 0.5 * kGrain), kGrain);
  world.particles.water[0] = kWet;
  StepData ofWall;
  takeSteps(world, ofWall, 5);
  ASSERT_EQ(world.bridges.size(), 1U);
  EXPECT_LE(world.bridges[0].volume, 0.5 * kWet / 1000.0);
  EXPECT_GT(world.bridges[0].volume, 0.478 * kWet / 1000.0);
}

/// A heap of wet grains that fall, touch and part: no water is made or lost, whoever has it, and the run is the same
/// for any number of threads and after a state.
TEST(Cohesion, FilmsAndBridgesKeepTheirWater) {
  for (const Switch merging : {Switch::off, Switch::on}) {
    const auto heap = [&] {
      World world = filmWorld(1e-3);
      world.parameters.reduction.merging = merging;
      world.parameters.sweeps = 30;
      addOpenBox(world, 1e-3 + 5.0 * kGrain, 0.1);
      addLattice(world, 4, 4, 10, 0.8 * kGrain, kGrain, 7);
      for (std::size_t i = 0; i < world.particles.size(); ++i) {
        world.particles.water[i] = kWet * static_cast<double>(i % 5);
        world.particles.mass[i] += world.particles.water[i];
      }
      return world;
    };
    World alone = heap();
    const double water = allWater(alone);
    const double mass = std::accumulate(alone.particles.mass.begin(), alone.particles.mass.end(), 0.0);
    StepData one;
    takeSteps(alone, one, 250);
    World restored = restoreState(saveState(alone));
    EXPECT_EQ(restored.bridges, alone.bridges);
    EXPECT_GT(alone.bridges.size(), 150U);
    EXPECT_GT(alone.granulation.sums.exchanged, 0.0) << "bridges broke";
    StepData two;
    takeSteps(alone, one, 50);
    takeSteps(restored, two, 50);
    EXPECT_EQ(restored.particles.position, alone.particles.position);
    EXPECT_EQ(restored.particles.water, alone.particles.water);
    EXPECT_NEAR(allWater(alone), water, 1e-12 * water);
    EXPECT_NEAR(std::accumulate(alone.particles.mass.begin(), alone.particles.mass.end(), 0.0), mass, 1e-12 * mass);
    World many = heap();
    StepThreads threads;
    StepData three;
    three.context.threads = threads.forStep(3, 100000);
    takeSteps(many, three, 300);
    EXPECT_EQ(many.particles.position, alone.particles.position);
    EXPECT_EQ(many.particles.water, alone.particles.water);
    if (merging == Switch::on) {
      EXPECT_GT(alone.reduction.counts.merges, 10U);
    }
  }
}

/// A chain of grains that hangs on a plate merges and stays, and falls as gravity grows at the load at which it falls
/// when solved in full.
TEST(Cohesion, AMergedChainHangsAndFallsByItsLoad) {
  PairLaw law = filmLaw();
  law.cohesion.fromFilms = false;
  law.cohesion.bridgeVolume = 0.01 * std::pow(0.5 * kGrain, 3);
  const double force = BridgeCurve(law.cohesion, 0.25 * kGrain, law.cohesion.bridgeVolume).force(0.0);
  constexpr int kHanging = 3;  // below the grain on the plate
  const auto fallsAt = [&](Switch merging) {
    World world = emptyWorld(law);
    world.parameters.timeStep = 1e-3;
    world.parameters.sweeps = 200;
    world.parameters.reduction.merging = merging;
    addShape(world, Plane{}, facing(Vec3::Zero(), -Vec3::UnitZ()));
    for (int i = 0; i <= kHanging; ++i) {
      addSphere(world, Vec3(0, 0, -(0.5 + i) * kGrain), kGrain);
      world.particles.mass.back() = force / kGravity / 6.0;  // it breaks at twice the gravity
    }
    StepData data;
    run(world, data, 0.3);
    EXPECT_EQ(world.reduction.memberCount, merging == Switch::on ? kHanging + 1U : 0U);
    EXPECT_GT(world.particles.position[kHanging].z(), -(0.6 + kHanging) * kGrain);
    double ratio = 1.0;
    for (; ratio < 3.0; ratio += 0.05) {
      world.parameters.gravity = Vec3(0, 0, -ratio * kGravity);
      run(world, data, 0.05);
      const std::uint32_t last = kHanging;
      if (positionOf(world, last).z() < -(1.0 + kHanging) * kGrain) {
        break;
      }
    }
    return ratio;
  };
  EXPECT_NEAR(fallsAt(Switch::off), 2.0, 0.11);
  EXPECT_NEAR(fallsAt(Switch::on), 2.0, 0.11);
}

/// Members hold what attracts them: with merging a wet heap stays as steep as without (SlowCohesionBulk), and merging
/// makes no energy.
TEST(Cohesion, AMergedHeapGainsNoEnergy) {
  World world = filmWorld(1e-3);
  world.parameters.reduction.merging = Switch::on;
  world.parameters.sweeps = 100;
  addOpenBox(world, 1e-3 + 5.0 * kGrain, 0.1);
  addLattice(world, 4, 4, 8, 0.8 * kGrain, kGrain, 3);
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    world.particles.water[i] = kWet;
  }
  StepData data;
  run(world, data, 0.4);
  double largest = mechanicalOf(world);
  std::size_t most = 0;
  for (int i = 0; i < 10; ++i) {
    run(world, data, 0.05);
    // The springs of contacts that are opened give back what they hold, a part in a thousand here.
    EXPECT_LE(mechanicalOf(world), largest + 1e-3 * std::abs(largest)) << world.time;
    largest = std::min(largest, mechanicalOf(world));
    most = std::max<std::size_t>(most, world.reduction.memberCount);
  }
  EXPECT_GT(most, world.particles.size() / 4);
  EXPECT_LT(world.budget.cohesive, 0.0);
}

}  // namespace
}  // namespace scree::testing
