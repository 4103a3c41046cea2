#pragma once

#include <filesystem>
#include <string>

#include "engine/scene_file/yaml_tree.h"

// Scenes that start from another one.
namespace scree {

/// The text of a scene file, or what is wrong with it and what to do.
struct SceneFileText {
  std::string text;
  std::string what;  ///< empty: nothing
  std::string remedy;
};
SceneFileText readSceneText(const std::filesystem::path& file);

/// Where a scene names a base, makes `root` the base with the scene's own keys put over it: section by section, lists
/// and values as a whole; a key without a value takes out what the base has. The base may have one itself. Returns
/// false, with a message, when one cannot be read.
bool startFromBase(YamlNode& root, const std::filesystem::path& folder, ErrorList& errors);

}  // namespace scree
