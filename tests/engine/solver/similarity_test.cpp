// Similar scenes follow similar trajectories: nothing depends on the size of the grains by itself.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "engine/settings/presets.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

/// What a scene is scaled by. Gravity stays, so that times scale with the root of lengths.
struct Scale {
  double length = 1.0;
  double density = 1.0;
  StiffnessLaw law = StiffnessLaw::linear;
};

constexpr double kPellet = testing::kDiameter;

/// Three grains of two sizes fall on a floor and on each other, one of them spinning.
World falling(const Scale& scale) {
  const double time = std::sqrt(scale.length);
  PairLaw law = testing::pelletLaw();
  law.restitution = 0.6;
  law.dampingTime *= time;
  law.law = scale.law;
  // Weights are ρ L³, overlaps L: k scales with ρ L², E* with ρ L.
  law.stiffness = 20e3 * scale.density * scale.length * scale.length;
  law.effectiveModulus = 10e6 * scale.density * scale.length;
  World world = testing::emptyWorld(law);
  world.materials.list[0].density *= scale.density;
  applyPreset(world.parameters, Preset::fast);
  world.parameters.timeStep *= time;
  testing::addFloor(world);
  const double d = kPellet * scale.length;
  testing::addSphere(world, Vec3(0.0, 0.0, 1.5 * d), d);
  testing::addSphere(world, Vec3(0.2 * d, 0.1 * d, 3.2 * d), 0.8 * d);
  testing::addSphere(world, Vec3(-0.15 * d, 0.25 * d, 5.0 * d), d, Vec3::Zero(), Vec3(20.0, 0.0, 5.0) / time);
  return world;
}

/// Places in diameters after each of so many steps.
std::vector<Vec3> trajectory(const Scale& scale, int steps) {
  World world = falling(scale);
  StepData data;
  std::vector<Vec3> places;
  for (int i = 0; i < steps; ++i) {
    step(world, data);
    for (const Vec3& position : world.particles.position) {
      places.push_back(position / (kPellet * scale.length));
    }
  }
  return places;
}

class Similarity : public ::testing::TestWithParam<Scale> {};

TEST_P(Similarity, FirstBouncesAreThose) {
  constexpr int kSteps = 60;  // 0.3 s of pellets: three impacts with the floor and with each other
  Scale one = GetParam();
  one.length = one.density = 1.0;
  const std::vector<Vec3> expected = trajectory(one, kSteps);
  const std::vector<Vec3> places = trajectory(GetParam(), kSteps);
  double largest = 0.0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    largest = std::max(largest, (places[i] - expected[i]).norm());
  }
  // Single precision: 1e-7 of a diameter a substep, which impacts between spheres magnify by tens.
  EXPECT_LT(largest, 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Sizes, Similarity,
                         ::testing::Values(Scale{1e-4 / kPellet, 1.0}, Scale{1e-3 / kPellet, 3.0},
                                           Scale{5e-3 / kPellet, 0.3}, Scale{0.1 / kPellet, 1.0},
                                           Scale{1.0 / kPellet, 2.0}, Scale{4.0 / kPellet, 1.0},
                                           Scale{1e-4 / kPellet, 1.0, StiffnessLaw::hertz},
                                           Scale{4.0 / kPellet, 2.0, StiffnessLaw::hertz}));

}  // namespace
}  // namespace scree
