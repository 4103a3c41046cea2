#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/world/world.h"

namespace scree {

/// One thing wrong with a scene file. Lines and columns count from 1, columns in bytes; 0 = the file as a whole.
struct SceneError {
  std::string file;
  int line = 0;
  int column = 0;
  std::string what;    ///< what is wrong
  std::string remedy;  ///< what would be right

  /// "file:line:column: what: remedy"
  std::string text() const;
};

/// Where the scene's author wants the eye; absent values frame the scene.
struct SceneView {
  std::optional<Vec3> target;      ///< m
  std::optional<double> distance;  ///< m
  double azimuth = -1.2;           ///< rad, of the eye about +z seen from the target, 0 = +x
  double elevation = 0.35;         ///< rad, above the horizon
};

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

/// The reference page of all keys with units, defaults and meanings (Markdown).
std::string schemaPage();
/// The JSON schema of scene files, for completion in editors.
std::string jsonSchema();

}  // namespace scree
