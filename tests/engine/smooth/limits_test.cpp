// Nonsmooth runs come to those of smooth DEM as their steps become short, at first order.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "engine/world/contact_spring.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

/// Undamped springs: what damps a nonsmooth contact then is its stabilisation over two steps, which goes with the step.
World undamped(World world) {
  world.parameters.substeps = 1;
  world.parameters.mostSubsteps = 1;
  world.parameters.warmStart = WarmStart::history;
  world.parameters.warmStartFactor = 1.0;
  world.parameters.regularisation = 0.0;
  world.parameters.sweeps = 200;
  return world;
}

PairLaw springs(StiffnessLaw kind) {
  PairLaw law;
  law.restitution = 1.0;
  law.dampingTime = 0.0;
  law.law = kind;
  law.stiffness = 3000.0;
  law.effectiveModulus = 1e6;
  return law;
}

/// Heights of the grains of a world after a time.
std::vector<double> heightsAfter(World world, Method method, double timeStep, double seconds) {
  world.parameters.method = method;
  world.parameters.timeStep = timeStep;
  StepData data;
  run(world, data, seconds);
  std::vector<double> heights;
  for (const Vec3& place : world.particles.position) {
    heights.push_back(place.z());
  }
  return heights;
}

double largestDifference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, std::abs(a[i] - b[i]));
  }
  return largest;
}

/// Differences of nonsmooth runs from a smooth one, each with half the step of the one before.
std::array<double, 3> differences(const World& world, double firstStep, double seconds) {
  const std::vector<double> smooth = heightsAfter(world, Method::smooth, 0.1 * firstStep, seconds);
  std::array<double, 3> found{};
  for (std::size_t i = 0; i < found.size(); ++i) {
    found[i] = largestDifference(heightsAfter(world, Method::scalar, firstStep / (1 << i), seconds), smooth);
  }
  return found;
}

void expectFirstOrder(const std::array<double, 3>& found, double scale) {
  EXPECT_NEAR(found[0] / found[1], 2.0, 0.3) << found[0] << " " << found[1];
  EXPECT_NEAR(found[1] / found[2], 2.0, 0.2) << found[1] << " " << found[2];
  EXPECT_LT(found[2], 0.05 * scale) << "of " << scale;
}

/// A grain let go where it touches the floor swings about its rest.
TEST(SmoothLimit, ASwingingGrain) {
  for (const StiffnessLaw kind : {StiffnessLaw::linear, StiffnessLaw::hertz}) {
    World world = undamped(emptyWorld(springs(kind)));
    addFloor(world);
    addSphere(world, Vec3(0, 0, kRadius));
    const double rest = springOf(springs(kind), kRadius).overlapAt(world.particles.mass[0] * kGravity);
    expectFirstOrder(differences(world, 2e-5, 0.02), rest);
  }
}

/// A column of grains pressed by its own weight.
TEST(SmoothLimit, AColumn) {
  for (const StiffnessLaw kind : {StiffnessLaw::linear, StiffnessLaw::hertz}) {
    World world = undamped(emptyWorld(springs(kind)));
    addFloor(world);
    for (int i = 0; i < 4; ++i) {
      addSphere(world, Vec3(0, 0, kRadius + i * kDiameter));
    }
    const double rest = springOf(springs(kind), kRadius).overlapAt(4.0 * world.particles.mass[0] * kGravity);
    expectFirstOrder(differences(world, 2e-5, 0.01), rest);
  }
}

/// A grain that slides until it rolls: both methods slow it by the same friction.
TEST(SmoothLimit, ASlidingGrain) {
  PairLaw law = springs(StiffnessLaw::linear);
  law.restitution = 0.2;
  law.dampingTime = 1e-3;
  law.friction = 0.3;
  World world = undamped(emptyWorld(law));
  world.parameters.regularisation = 1e-6;
  addFloor(world);
  addSphere(world, Vec3(0, 0, kRadius - 0.0), kDiameter, Vec3(0.5, 0, 0));
  world.particles.position[0].z() -= springOf(law, kRadius).overlapAt(world.particles.mass[0] * kGravity);
  const auto way = [&](Method method, double timeStep) {
    World one = world;
    one.parameters.method = method;
    one.parameters.timeStep = timeStep;
    StepData data;
    run(one, data, 0.1);
    return one.particles.position[0].x();
  };
  const double smooth = way(Method::smooth, 1e-5);
  EXPECT_NEAR(way(Method::scalar, 1e-3) / smooth, 1.0, 1e-2);
  EXPECT_NEAR(way(Method::scalar, 1e-4) / smooth, 1.0, 1e-3);
}

}  // namespace
}  // namespace scree::testing
