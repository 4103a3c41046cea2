#include "engine/io/scene_library.h"

namespace scree {

namespace fs = std::filesystem;

SceneLibrary findScenes(const fs::path& executable, const fs::path& sourceTree) {
  return findShipped(executable, sourceTree, "scenes", ".yaml");
}

std::optional<fs::path> resolveScene(const std::string& scene, const SceneLibrary& library) {
  std::error_code error;
  if (fs::exists(scene, error) && !fs::is_directory(scene, error)) {
    return scene;
  }
  for (const fs::path& file : library.files) {
    if (scene == file.stem() || scene == file.filename()) {
      return file;
    }
  }
  return std::nullopt;
}

}  // namespace scree
