#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "engine/scene_file/scene_edit.h"

// Changes to the contact laws and moduli in the text of a scene that leave the rest as written.
namespace scree {

/// Value of one key, in the section of a material (`b` is empty) or of the pair of two materials.
struct LawEdit {
  std::string a;
  std::string b;
  std::string key;    ///< key in the scene file
  std::string value;  ///< value as written there
};

/// True if a scene starts from a base and so takes a section from there that it does not have itself.
bool takesFromBase(std::string_view text, std::string_view section);

/// Sets values of contact laws. Adds keys, pairs and the section `pairs` where they are missing. Fails where a value or
/// a section is written in a form that cannot be changed.
SceneText withLaws(std::string_view text, const std::filesystem::path& file, std::span<const LawEdit> edits);

}  // namespace scree
