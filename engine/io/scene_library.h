#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "engine/io/shipped_files.h"

namespace scree {

/// Scenes shipped with the program: *.yaml.
using SceneLibrary = ShippedFiles;

/// Finds the shipped scenes for the program file `executable` (see findShipped).
SceneLibrary findScenes(const std::filesystem::path& executable, const std::filesystem::path& sourceTree);

/// Path of a scene: `scene` itself when it is an existing file, else the shipped scene of that name (with or without
/// .yaml), else nothing.
std::optional<std::filesystem::path> resolveScene(const std::string& scene, const SceneLibrary& library);

}  // namespace scree
