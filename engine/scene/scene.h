#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/scene_file/scene_edit.h"
#include "engine/scene_file/scene_error.h"
#include "engine/scene_file/scene_view.h"
#include "engine/scene_file/yaml_tree.h"
#include "engine/world/world.h"

namespace scree {

struct Scene {
  std::string name;
  std::string description;  ///< one paragraph
  std::filesystem::path file;
  /// files that the scene reads besides its own: bases, tables, meshes, particles
  std::vector<std::filesystem::path> files;
  double duration = 10.0;  ///< simulated time that `ndem run` takes without --until [s]
  std::uint64_t seed = 1;  ///< seed of all random numbers
  SceneView view;
  World world;
  std::vector<SceneError> notes;  ///< repairs and oddities of the files that it reads
};

/// Loaded scene, or all errors found at once.
struct SceneResult {
  std::optional<Scene> scene;
  std::vector<SceneError> errors;
};

/// Override `--set key=value`: key is a dotted path such as "solver.sweeps" or "bodies.drum.motion.0.rotate.speed";
/// value is YAML.
struct SceneOverride {
  std::string key;
  std::string value;
};

class WorkWatch;

/// Reads a scene file. Never throws for bad content: the result is a whole scene or the errors. `watch` is told how far
/// grains are placed and relaxed; WorkCancelled is thrown where it gives the work up.
SceneResult loadScene(const std::filesystem::path& file, std::span<const SceneOverride> overrides = {},
                      WorkWatch* watch = nullptr);
/// Reads a scene from text as loadScene() does; `file` is used in messages and for the paths of other files.
SceneResult loadSceneText(std::string_view text, const std::string& file, std::span<const SceneOverride> overrides = {},
                          WorkWatch* watch = nullptr);

/// Scene file, read once with its bases, whose keys are looked at with many sets of overrides, as a sweep has them.
/// Nothing is placed: that takes milliseconds where loadScene() may take seconds.
class SceneKeys {
 public:
  /// Reads the file and its bases; see errors().
  explicit SceneKeys(const std::filesystem::path& file);

  /// Errors of reading the file; if there are some, the other functions must not be called.
  std::vector<SceneError> errors() const { return list_.sorted(); }
  /// Errors of keys and values with these overrides: of those that loadScene() finds, the ones that need no world.
  std::vector<SceneError> errorsOf(std::span<const SceneOverride> overrides) const;
  /// Files that loadScene() reads with these overrides besides the scene: bases, tables, meshes, particles. Every value
  /// that is the name of an existing file counts, so that there may be more of them.
  std::vector<std::filesystem::path> filesOf(std::span<const SceneOverride> overrides) const;

 private:
  YamlNode treeOf(std::span<const SceneOverride> overrides, ErrorList& errors) const;

  std::filesystem::path folder_;
  ErrorList list_;
  YamlNode root_;
};

/// Writes the contact laws and moduli of `materials` into the text of a scene where they differ; the rest of the text
/// stays as written. Reading the result gives the same laws. Fails where the scene has other materials, or where a
/// law is written in a form that cannot be changed.
SceneText withLawsOf(std::string_view text, const std::filesystem::path& file, const Materials& materials);
/// Number of values of laws and moduli that withLawsOf() changes; 0 where the scene cannot be read.
int lawValuesThatDiffer(std::string_view text, const std::filesystem::path& file, const Materials& materials);

}  // namespace scree
