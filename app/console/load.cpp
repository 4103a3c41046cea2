#include "app/console/load.h"
#include "app/console/print.h"

namespace scree {

SceneLibrary shippedScenes() { return findScenes(executablePath(), {}); }

std::optional<Scene> loadOrExplain(const std::string& scene, std::span<const SceneOverride> overrides) {
  const SceneLibrary library = shippedScenes();
  const std::optional<std::filesystem::path> file = resolveScene(scene, library);
  if (!file) {
    std::string names;
    for (const std::filesystem::path& known : library.files) {
      names += (names.empty() ? "" : ", ") + known.stem().string();
    }
    print(stderr, "{}: no such file or shipped scene: {}\n", scene,
          names.empty() ? "give the path of a scene file" : "give the path of a scene file or one of " + names);
    return std::nullopt;
  }
  SceneResult result = loadScene(*file, overrides);
  for (const SceneError& error : result.errors) {
    print(stderr, "{}\n", error.text());
  }
  if (!result.errors.empty() || !result.scene) {
    print(stderr, "{} error{} in {}\n", result.errors.size(), result.errors.size() == 1 ? "" : "s", file->string());
    return std::nullopt;
  }
  return std::move(result.scene);
}

}  // namespace scree
