// The shipped triaxial test: walls that forces move hold their pressure, then shear the sample.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "engine/base/parallel.h"
#include "engine/scene/scene.h"
#include "engine/step/step.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

constexpr std::array<std::array<const char*, 2>, 3> kPairs = {
    {{"left", "right"}, {"front", "back"}, {"bottom", "top"}}};

const auto& named(const auto& list, std::string_view name) {
  return *std::find_if(list.begin(), list.end(), [&](const auto& item) { return item.name == name; });
}

double sideOf(const World& world, std::size_t axis) {
  const Vec3 apart =
      named(world.bodies, kPairs[axis][1]).pose.position - named(world.bodies, kPairs[axis][0]).pose.position;
  return apart[static_cast<int>(axis)];
}

double areaAcross(const World& world, std::size_t axis) {
  return sideOf(world, (axis + 1) % 3) * sideOf(world, (axis + 2) % 3);
}

/// Mean over some steps of what a wall's motor gives, and of what the grains give back.
struct WallForce {
  double motor = 0.0;
  double grains = 0.0;
};
using WallForces = std::array<std::array<WallForce, 2>, 3>;

WallForces meanForces(World& world, StepData& data, int steps) {
  WallForces mean{};
  for (int i = 0; i < steps; ++i) {
    step(world, data);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (std::size_t end = 0; end < 2; ++end) {
        const double outwards = end == 0 ? -1.0 : 1.0;
        const Body& wall = named(world.bodies, kPairs[axis][end]);
        mean[axis][end].motor += named(world.joints, kPairs[axis][end]).motorForce / steps;
        mean[axis][end].grains += outwards * wall.reaction.force[static_cast<int>(axis)] / steps;
      }
    }
  }
  return mean;
}

TEST(Triaxial, WallsBearTheirPressureThenShearTheSample) {
  SceneResult result = loadScene(std::filesystem::path(SCREE_SOURCE_DIR) / "resources/scenes/triaxial.yaml");
  ASSERT_TRUE(result.scene.has_value());
  World& world = result.scene->world;
  StepData data;
  ThreadPool pool(2);
  data.context.threads = &pool;
  run(world, data, 10.0);
  const WallForces still = meanForces(world, data, 190);  // to just before the shear
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const WallForce& wall : still[axis]) {
      // 100 Pa on the wall's area, which nobody knows before: 125 mm by 125 mm.
      EXPECT_NEAR(wall.motor, 100.0 * areaAcross(world, axis), 0.05 * wall.motor) << axis;
      EXPECT_NEAR(wall.grains, wall.motor, 0.05 * wall.motor) << "the wall is at rest: " << axis;
    }
    EXPECT_NEAR(still[axis][0].grains, still[axis][1].grains, 0.02 * still[axis][0].grains)
        << "the sample is at rest between opposite walls: " << axis;
  }

  const double length = sideOf(world, 2);
  const double area = areaAcross(world, 2);
  run(world, data, 0.08);  // to 11.03 s, when top and bottom have their speed
  EXPECT_NEAR(named(world.joints, "top").rate, 0.01, 1e-9) << "now they follow their speed";
  const double reached = sideOf(world, 2);
  // Walls of 100 kg bounce off the sample every 0.4 s or so, and the axial force with them between 0 and 40 N: only its
  // mean over several bounces says something. With 4 substeps and sweeps it is 0.48 kPa on the mean area, with 8 of 40
  // sweeps 0.50 kPa, with steps of 1 ms 0.45 kPa.
  constexpr int kShear = 390;
  const WallForces shearing = meanForces(world, data, kShear);
  EXPECT_NEAR(reached - sideOf(world, 2), 2.0 * 0.01 * kShear * world.parameters.timeStep, 2e-4);
  EXPECT_LT(length - reached, 2.0 * 0.01 * 0.1);
  EXPECT_NEAR(shearing[0][0].motor, 1.57, 1e-9) << "the sides push with their limit";
  EXPECT_GT(areaAcross(world, 2), 1.15 * area) << "and give way";
  const double axial = 0.5 * (shearing[2][0].motor + shearing[2][1].motor) / (0.5 * (area + areaAcross(world, 2)));
  EXPECT_NEAR(axial, 480.0, 0.15 * 480.0) << "what 1 ms and accurate differ by, and their bounces";
  EXPECT_EQ(world.faultCount, 0U);
}

}  // namespace
}  // namespace scree::testing
