#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/scene_file/scene_error.h"
#include "engine/scene_file/scene_view.h"
#include "engine/world/world.h"

namespace scree {

struct Scene {
  std::string name;
  std::string description;  ///< one paragraph
  std::filesystem::path file;
  std::vector<std::filesystem::path> files;  ///< that it reads besides its own: bases, tables, meshes, particles
  double duration = 10.0;                    ///< s, simulated: how long `ndem run` goes without --until
  std::uint64_t seed = 1;                    ///< of everything random
  SceneView view;
  World world;
  std::vector<SceneError> notes;  ///< what was mended in files that it reads, and what looks odd in them
};

/// A loaded scene, or all errors found at once.
struct SceneResult {
  std::optional<Scene> scene;
  std::vector<SceneError> errors;
};

/// `--set key=value`: key is a dotted path such as "solver.sweeps" or "bodies.drum.motion.0.rotate.speed"; value is
/// YAML.
struct SceneOverride {
  std::string key;
  std::string value;
};

/// Reads a scene file. Never throws for bad content, never builds half a world.
SceneResult loadScene(const std::filesystem::path& file, std::span<const SceneOverride> overrides = {});
/// The same from text; `file` is used in messages only.
SceneResult loadSceneText(std::string_view text, const std::string& file,
                          std::span<const SceneOverride> overrides = {});

}  // namespace scree
