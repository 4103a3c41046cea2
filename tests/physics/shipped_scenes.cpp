#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "engine/scene/scene.h"
#include "engine/step/step.h"

namespace scree {
namespace {

std::vector<std::filesystem::path> sceneFiles() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(SCREE_SOURCE_DIR) / "resources/scenes")) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

class ShippedScene : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(ShippedScene, RunsOneSecondAndStaysFinite) {
  SceneResult result = loadScene(GetParam());
  ASSERT_TRUE(result.scene.has_value()) << (result.errors.empty() ? "" : result.errors.front().text());
  World& world = result.scene->world;
  StepData data;
  while (world.time < 1.0) {
    ASSERT_TRUE(step(world, data));
  }
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    ASSERT_TRUE(world.particles.position[i].allFinite() && world.particles.velocity[i].allFinite() &&
                world.particles.angularVelocity[i].allFinite() && world.particles.orientation[i].coeffs().allFinite())
        << "particle " << world.particles.id[i];
  }
  EXPECT_EQ(world.troubleCount, 0U) << (world.troubles.empty() ? "" : world.troubles.front().what);
  EXPECT_GT(world.particles.size(), 0U);
  // Nothing in these scenes is thrown faster than a fall of some metres: a blow-up shows here first.
  EXPECT_LE(data.largestSpeed, 10.0);
}

INSTANTIATE_TEST_SUITE_P(All, ShippedScene, testing::ValuesIn(sceneFiles()),
                         [](const testing::TestParamInfo<std::filesystem::path>& scene) {
                           return scene.param.stem().string();
                         });

}  // namespace
}  // namespace scree
