#include <gtest/gtest.h>

#include <filesystem>

#include "engine/io/scene_library.h"
#include "engine/scene/scene.h"
#include "engine/step/step.h"

namespace scree {
namespace {

/// Of more grains some steps must do: a second of them takes minutes.
constexpr std::size_t kMany = 50000;

class ShippedScene : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(ShippedScene, RunsAndStaysFinite) {
  SceneResult result = loadScene(GetParam());
  ASSERT_TRUE(result.scene.has_value()) << (result.errors.empty() ? "" : result.errors.front().text());
  World& world = result.scene->world;
  StepData data;
  const double end = world.particles.size() > kMany ? 0.05 : 1.0;
  while (world.time < end) {
    ASSERT_TRUE(step(world, data));
  }
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    ASSERT_TRUE(world.particles.position[i].allFinite() && world.particles.velocity[i].allFinite() &&
                world.particles.angularVelocity[i].allFinite() && world.particles.orientation[i].coeffs().allFinite())
        << "particle " << world.particles.id[i];
  }
  EXPECT_TRUE(world.guard.findings.empty()) << world.guard.findings.front().text();
  EXPECT_EQ(world.faultCount, 0U) << (world.faults.empty() ? "" : world.faults.front().what);
  EXPECT_GT(world.particles.size(), 0U);
  // Nothing in these scenes is thrown faster than a fall of some metres: a blow-up shows here first.
  EXPECT_LE(data.report.largestSpeed, 10.0);
}

INSTANTIATE_TEST_SUITE_P(All, ShippedScene, ::testing::ValuesIn(findScenes({}, SCREE_SOURCE_DIR).files),
                         [](const ::testing::TestParamInfo<std::filesystem::path>& scene) {
                           return scene.param.stem().string();
                         });

}  // namespace
}  // namespace scree
