#include "engine/io/scene_library.h"

#include <algorithm>

namespace scree {

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> scenesIn(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".yaml" && entry.is_regular_file(error)) {
      files.push_back(entry.path());
    }
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

SceneLibrary findScenes(const fs::path& executable, const fs::path& sourceTree) {
  std::vector<fs::path> candidates;
  if (!executable.empty()) {
    const fs::path folder = executable.parent_path();
    candidates.push_back(folder.parent_path() / "share/scree/scenes");
    for (fs::path above = folder; above != above.root_path(); above = above.parent_path()) {
      candidates.push_back(above / "resources/scenes");
    }
  }
  candidates.push_back(sourceTree / "resources/scenes");
  for (const fs::path& candidate : candidates) {
    if (std::vector<fs::path> files = scenesIn(candidate); !files.empty()) {
      return {candidate, std::move(files)};
    }
  }
  return {};
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

fs::path executablePath() {
  std::error_code error;
  const fs::path path = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path() : path;
}

}  // namespace scree
