#pragma once

#include <filesystem>
#include <string>

#include "engine/scene_file/yaml_tree.h"

// Scenes that start from another scene, their base.
namespace scree {

/// Text of a scene file, or a problem with its remedy.
struct SceneFileText {
  std::string text;
  std::string what;  ///< problem; empty when the file was read
  std::string remedy;
};
SceneFileText readSceneText(const std::filesystem::path& file);

/// Replaces `root`, where it names a base, by the base with the scene's own keys put over it: section by section, lists
/// and values as a whole; a key without a value removes the key of the base. A base may have a base itself. Returns
/// false, with a message, when a base cannot be read or bases form a ring.
bool startFromBase(YamlNode& root, const std::filesystem::path& folder, ErrorList& errors);

}  // namespace scree
