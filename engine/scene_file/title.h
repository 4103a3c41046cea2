#pragma once

#include <filesystem>
#include <string>

namespace scree {

/// Name and description of a scene file, which are quick to read.
struct SceneTitle {
  std::string name;
  std::string description;
};

/// Reads the title of a scene file without the rest; empty texts where the file has none or cannot be read.
SceneTitle readTitle(const std::filesystem::path& file);

}  // namespace scree
