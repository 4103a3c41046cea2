#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/scene_file/scene_error.h"

// Changes to the text of a scene that leave the rest of it, comments included, as its author wrote it.
namespace scree {

/// The text after a change, or why it cannot be made.
struct SceneText {
  std::optional<std::string> text;
  std::vector<SceneError> errors;
};

/// What a scene calls its materials and its bodies, in its order; empty where it cannot be read.
struct SceneNames {
  std::vector<std::string> materials;
  std::vector<std::string> bodies;
};
SceneNames namesIn(std::string_view text);

/// Adds a body behind the others. `lines` are its keys, indented from nothing, each line with its end. `file` is the
/// scene's, for messages.
SceneText withBody(std::string_view text, const std::filesystem::path& file, std::string_view name,
                   std::string_view lines);

/// The same scene for another folder: paths of meshes, tables and particles that start from the old folder start from
/// the new one.
SceneText movedTo(std::string_view text, const std::filesystem::path& file, const std::filesystem::path& newFile);

/// A path as a scene in that folder says it: relative where the file lies in or near it, absolute elsewhere.
std::string pathFrom(const std::filesystem::path& folder, const std::filesystem::path& file);

/// A text in double quotes, as YAML reads it back.
std::string yamlQuoted(std::string_view text);

}  // namespace scree
