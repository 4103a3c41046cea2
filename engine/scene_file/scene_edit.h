#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/scene_file/scene_error.h"

// Changes to the text of a scene that leave the rest of the text, comments included, as written.
namespace scree {

/// Text after a change, or the errors that prevent the change.
struct SceneText {
  std::optional<std::string> text;
  std::vector<SceneError> errors;
};

/// Names of the materials and the bodies of a scene, in its order; empty where it cannot be read.
struct SceneNames {
  std::vector<std::string> materials;
  std::vector<std::string> bodies;
};
SceneNames namesIn(std::string_view text);

/// Adds a body behind the others. `lines` are its keys without indentation, each line with its end. `file` is the path
/// of the scene, for messages.
SceneText withBody(std::string_view text, const std::filesystem::path& file, std::string_view name,
                   std::string_view lines);

/// Changes a scene for another folder: relative paths of meshes, tables and particles start from the new folder. Fails
/// where a path is written in a form that cannot be replaced.
SceneText withPathsFrom(std::string_view text, const std::filesystem::path& file, const std::filesystem::path& newFile);

/// Path of a file for a scene in that folder: relative where the file lies in or near it, absolute elsewhere.
std::string pathFrom(const std::filesystem::path& folder, const std::filesystem::path& file);

/// Puts a text in double quotes, as YAML reads it back.
std::string yamlQuoted(std::string_view text);

}  // namespace scree
