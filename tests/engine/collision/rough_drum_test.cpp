// Nothing gets through the wall of a drum of triangles with bumps, at the time step of the papers: grains fall on it at
// two radii a step and roll over several triangles in one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "engine/scene/scene.h"
#include "engine/step/step.h"

namespace scree {
namespace {

constexpr double kDrumGrainRadius = 0.1875;  // m, of the wall between the bumps
constexpr double kHalfLength = 0.1;

// The drum of the balling scene, shorter and closed.
constexpr std::string_view kScene = R"(
scree: 1
name: Rough drum
time_step: 5 ms
seed: {seed}
solver: {{preset: {preset}}}
materials:
  pellet: {{density: 2500}}
default_pair: {{restitution: 0, friction: 0.7, rolling_resistance: 0.2, stiffness: 3 kN/m, damping_time: 1 ms}}
bodies:
  drum:
    shapes:
      - mesh:
          make: {{drum: {{diameter: 375 mm, length: 200 mm, bump_height: 8 mm, bump_width: {width} mm, bump_density: 350}}}}
          axis: y
          material: pellet
    motion:
      - rotate: {{axis: y, speed: 3.54 rad/s}}
particles:
  - fill: {{region: {{cylinder: {{axis: y, diameter: 340 mm, length: 180 mm}}}}, count: {count}, diameter: 10 mm, material: pellet}}
)";

World drum(std::string_view preset, int width, int seed, int count) {
  const std::string text = fmt::format(kScene, fmt::arg("seed", seed), fmt::arg("preset", preset),
                                       fmt::arg("width", width), fmt::arg("count", count));
  SceneResult result = loadSceneText(text, "drum.yaml");
  for (const SceneError& error : result.errors) {
    ADD_FAILURE() << error.text();
  }
  return result.scene ? std::move(result.scene->world) : World{};
}

/// How many grains are outside at the end of any step.
std::size_t leaksOf(World world, int steps) {
  StepData data;
  std::vector<char> isOut(world.particles.size(), 0);
  for (int i = 0; i < steps; ++i) {
    step(world, data);
    for (std::size_t slot = 0; slot < world.particles.size(); ++slot) {
      const Vec3& place = world.particles.position[slot];
      if (std::hypot(place.x(), place.z()) > kDrumGrainRadius || std::abs(place.y()) > kHalfLength) {
        isOut[world.particles.id[slot]] = 1;
      }
    }
  }
  EXPECT_TRUE(world.faults.empty());
  return static_cast<std::size_t>(std::count(isOut.begin(), isOut.end(), 1));
}

// Grains that fly about in the drum without gravity, in all directions, and lose nothing: most of what they do is to
// hit the wall.
TEST(RoughDrum, IsHitByFastGrainsFromEverywhere) {
  for (const double radii : {1.5, 2.5, 6.0}) {
    World world = drum("fast", 40, 2, 300);
    world.parameters.gravity.setZero();
    for (PairLaw& law : world.materials.pairs) {
      law.restitution = 0.9;
      law.friction = 0.1;
    }
    Random random(3);
    for (Vec3& velocity : world.particles.velocity) {
      const Vec3 direction(random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0));
      velocity = radii * 0.005 / world.parameters.timeStep * direction.normalized();
    }
    EXPECT_EQ(leaksOf(world, 200), 0U) << radii;
  }
}

TEST(RoughDrum, HoldsItsGrains) { EXPECT_EQ(leaksOf(drum("fast", 40, 1, 1000), 300), 0U); }

// Ten million steps of a grain in all, a few minutes.
TEST(SlowRoughDrum, LosesNoneInTenMillionGrainSteps) {
  constexpr int kSteps = 2000;
  for (const int seed : {1, 2}) {
    for (const int width : {20, 40}) {
      EXPECT_EQ(leaksOf(drum("fast", width, seed, 1000), kSteps), 0U) << width << " mm, seed " << seed;
    }
  }
  EXPECT_EQ(leaksOf(drum("accurate", 40, 3, 1000), kSteps), 0U);
}

}  // namespace
}  // namespace scree
