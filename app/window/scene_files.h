#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace scree {

/// The folder with scenes/ that belongs to the program at `executable`: $SCREE_RESOURCES, share/scree beside bin, or
/// the resources folder of the source tree it was built in. Empty when there is none.
std::filesystem::path resourceFolder(const std::filesystem::path& executable);
/// Scene files in the folder, by name.
std::vector<std::filesystem::path> shippedScenes(const std::filesystem::path& resources);
/// The file that a user means by `given`: a path, or the name of a shipped scene with or without ".yaml".
std::optional<std::filesystem::path> findScene(const std::string& given, const std::filesystem::path& resources);

}  // namespace scree
