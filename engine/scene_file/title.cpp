#include "engine/scene_file/title.h"

#include <yaml-cpp/yaml.h>

namespace scree {

namespace {

std::string textIn(const YAML::Node& scene, const char* key) {
  const YAML::Node node = scene[key];
  return node && node.IsScalar() ? node.Scalar() : std::string();
}

}  // namespace

SceneTitle readTitle(const std::filesystem::path& file) {
  try {
    const YAML::Node scene = YAML::LoadFile(file.string());
    return scene.IsMap() ? SceneTitle{textIn(scene, "name"), textIn(scene, "description")} : SceneTitle{};
  } catch (const YAML::Exception&) {
    return {};  // whoever opens the scene is told what is wrong with it
  }
}

}  // namespace scree
