// Errors of a solver against converged copies of the world.
#include <gtest/gtest.h>

#include "engine/analysis/solving/solver_error.h"
#include "engine/settings/presets.h"
#include "engine/state/state.h"
#include "engine/step/step.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

constexpr double kTime = 0.1;  // s

/// A bed in a box that gravity begins to pull aside: it creeps.
const World& creepingBed() {
  static const World bed = [] {
    World world = testing::emptyWorld();
    applyPreset(world.parameters, kDefaultPreset);
    testing::addOpenBox(world, 0.09, 0.3);
    testing::addLattice(world, 6, 6, 12, 0.012, 0.014, 5);
    StepData data;
    testing::run(world, data, 1.0);
    world.parameters.gravity = testing::kGravity * Vec3(0.25, 0.0, -0.97);
    testing::run(world, data, 0.1);
    return world;
  }();
  return bed;
}

SolverError errorWith(const Parameters& parameters) {
  static const std::optional<ShortRun> converged =
      shortRun(creepingBed(), convergedParameters(creepingBed().parameters), kTime, nullptr);
  const std::optional<ShortRun> run = shortRun(creepingBed(), parameters, kTime, nullptr);
  if (!converged || !run) {
    ADD_FAILURE() << "a run did not end";
    return {};
  }
  return solverError(creepingBed(), *converged, *run);
}

Parameters withSweeps(int sweeps) {
  Parameters p = creepingBed().parameters;
  p.sweeps = sweeps;
  return p;
}

TEST(SolverError, OfTheConvergedRunIsNothing) {
  const SolverError error = errorWith(convergedParameters(creepingBed().parameters));
  EXPECT_EQ(error.creep, 0.0);
  EXPECT_EQ(error.sinking, 0.0);
  EXPECT_EQ(error.profile, 0.0);
  EXPECT_EQ(error.centre, 0.0);
  EXPECT_EQ(error.kinetic, 0.0);
  EXPECT_EQ(error.force, 0.0);
  EXPECT_EQ(error.speeds, std::vector<double>(creepingBed().particles.size(), 0.0));
}

TEST(SolverError, FallsWithSweeps) {
  const double few = errorWith(withSweeps(2)).creep;
  const double some = errorWith(withSweeps(8)).creep;
  const double many = errorWith(withSweeps(32)).creep;
  EXPECT_GT(few, 1.5 * some);
  EXPECT_GT(some, 1.5 * many);
  EXPECT_GT(many, 0.0);
}

/// Single grains that go aside do not count in a profile, a layer that moves does.
TEST(SolverError, ProfileIsOfLayers) {
  const World& start = creepingBed();
  ShortRun converged{.world = start, .time = kTime};
  ShortRun run = converged;
  for (Vec3& place : run.world.particles.position) {
    place += Vec3(kTime, 0.0, 0.0);
  }
  EXPECT_NEAR(solverError(start, converged, run).profile, 1.0, 1e-9);
  run = converged;
  run.world.particles.position.front() += Vec3(kTime, 0.0, 0.0);
  const double ofOne = solverError(start, converged, run).profile;
  EXPECT_GT(ofOne, 0.0);
  EXPECT_LT(ofOne, 0.2);
}

/// Overshoot of a sweep is taken back by the next ones, and waves cross the bed in fewer of them.
TEST(SolverError, IsSmallerWithOverRelaxation) {
  Parameters plain = creepingBed().parameters;
  ASSERT_EQ(plain.overRelaxation, 1.3);
  plain.overRelaxation = 1.0;
  EXPECT_LT(errorWith(creepingBed().parameters).creep, 0.85 * errorWith(plain).creep);
}

TEST(SolverError, LooksAtCopiesOnly) {
  const auto before = saveState(creepingBed());
  errorWith(withSweeps(3));
  EXPECT_EQ(saveState(creepingBed()), before);
  const std::atomic<int> interrupt = 1;
  EXPECT_FALSE(shortRun(creepingBed(), creepingBed().parameters, kTime, nullptr, &interrupt).has_value());
}

TEST(SolverError, OfNowNeedsNoSettingsAndIsTheSameForAnyThreads) {
  const std::optional<SolverError> alone = solverErrorNow(creepingBed(), nullptr);
  ThreadPool pool(3);
  const std::optional<SolverError> together = solverErrorNow(creepingBed(), &pool);
  ASSERT_TRUE(alone && together);
  EXPECT_GT(alone->creep, 0.0);
  EXPECT_GE(alone->time, creepingBed().parameters.timeStep);
  EXPECT_EQ(alone->speeds, together->speeds);
  EXPECT_EQ(alone->angle, together->angle);
  const std::atomic<int> interrupt = 1;
  EXPECT_FALSE(solverErrorNow(creepingBed(), nullptr, &interrupt).has_value());
}

}  // namespace
}  // namespace scree
