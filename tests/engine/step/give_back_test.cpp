// Sinks that give back what they take.
#include <gtest/gtest.h>

#include "engine/state/state.h"
#include "engine/step/step_threads.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

constexpr double kDelay = 0.2;  // s

/// Grains that fall into a sink, from which they come back to where they fell from.
World fountain() {
  World world = emptyWorld(pelletLaw());
  world.parameters.timeStep = 2e-3;
  addLattice(world, 3, 3, 3, 0.6 * kDiameter, kDiameter, 5);
  Sink sink;
  sink.name = "bottom";
  sink.pose.position = Vec3(0, 0, -0.3);
  sink.halfExtents = Vec3(1.0, 1.0, 0.1);
  sink.giveBack = {.pose = {Vec3(0, 0, 0.5), Quat::Identity()},
                   .halfExtents = Vec3(0.1, 0.1, 0.0),
                   .delay = kDelay,
                   .velocity = Vec3(0, 0, -0.5),
                   .random = Random(9)};
  world.sinks.push_back(sink);
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    world.particles.water[i] = 1e-6 * static_cast<double>(i);
    world.particles.gained[i] = 2e-6 * static_cast<double>(i);
    world.particles.mass[i] += 3e-6 * static_cast<double>(i);
  }
  return world;
}

TEST(GiveBack, BringsEachParticleBackAfterItsDelayAsItWas) {
  World world = fountain();
  const std::vector<double> masses = world.particles.mass;
  StepData data;
  std::size_t back = 0;
  while (world.time < 3.0) {
    const ParticleId next = world.particles.nextId;
    const double begin = world.time;
    takeSteps(world, data, 1);
    for (std::size_t i = 0; i < world.particles.size(); ++i) {
      if (world.particles.id[i] < next) {
        continue;
      }
      const Departure& gone = world.sinks[0].departures[back++];
      EXPECT_EQ(2.0 * world.particles.radius[i], gone.diameter);
      EXPECT_EQ(world.particles.mass[i], gone.mass);
      EXPECT_EQ(world.particles.water[i], gone.water);
      EXPECT_EQ(world.particles.gained[i], gone.gained);
      EXPECT_EQ(world.particles.born[i], gone.born);
      EXPECT_NEAR(begin - gone.time, kDelay, 1.01 * world.parameters.timeStep);
    }
    EXPECT_EQ(world.particles.size() + world.sinks[0].departures.size() - back, masses.size());
  }
  EXPECT_GT(back, 3 * masses.size()) << "they go round";
  EXPECT_EQ(world.sinks[0].giveBack->given, back);
  EXPECT_EQ(world.faultCount, 0U);
}

/// Where there is no room, grains wait and come later; none is lost.
TEST(GiveBack, WaitsForRoom) {
  World world = fountain();
  world.sinks[0].giveBack->halfExtents.setZero();
  world.sinks[0].giveBack->velocity.setZero();
  StepData data;
  const std::size_t count = world.particles.size();
  run(world, data, 2.0);
  const Sink& sink = world.sinks[0];
  EXPECT_GT(sink.giveBack->refused, 0U);
  EXPECT_EQ(world.particles.size() + sink.departures.size() - sink.giveBack->given, count);
}

TEST(GiveBack, IsTheSameForAnyThreadsAndAfterAState) {
  World alone = fountain();
  StepData one;
  takeSteps(alone, one, 300);
  World restored = restoreState(saveState(alone));
  StepData two;
  takeSteps(alone, one, 300);
  takeSteps(restored, two, 300);
  EXPECT_EQ(stateHash(restored), stateHash(alone));
  World many = fountain();
  StepThreads threads;
  StepData three;
  three.context.threads = threads.forStep(3, 100000);
  takeSteps(many, three, 600);
  EXPECT_EQ(stateHash(many), stateHash(alone));
}

}  // namespace
}  // namespace scree::testing
