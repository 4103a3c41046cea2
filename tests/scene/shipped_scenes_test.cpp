#include <gtest/gtest.h>

#include <filesystem>

#include "engine/scene/scene.h"

namespace scree {
namespace {

const std::filesystem::path kScenes = SCREE_SOURCE_DIR "/resources/scenes";

TEST(ShippedScenes, AllLoad) {
  for (const auto& entry : std::filesystem::directory_iterator(kScenes)) {
    const SceneResult result = loadScene(entry.path());
    for (const SceneError& error : result.errors) {
      ADD_FAILURE() << error.text();
    }
    ASSERT_TRUE(result.scene) << entry.path();
    EXPECT_FALSE(result.scene->description.empty()) << entry.path();
  }
}

}  // namespace
}  // namespace scree
