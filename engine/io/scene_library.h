#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace scree {

/// Scenes shipped with the program.
struct SceneLibrary {
  std::filesystem::path folder;              ///< empty when none was found
  std::vector<std::filesystem::path> files;  ///< *.yaml, by name
};

/// Finds the shipped scenes for the program file `executable`: in <prefix>/share/scree/scenes when installed in
/// <prefix>/bin, else in resources/scenes of a folder above it (a build tree inside the source tree), else in
/// `sourceTree`.
SceneLibrary findScenes(const std::filesystem::path& executable, const std::filesystem::path& sourceTree);

/// Path of a scene: `scene` itself when it is an existing file, else the shipped scene of that name (with or without
/// .yaml), else nothing.
std::optional<std::filesystem::path> resolveScene(const std::string& scene, const SceneLibrary& library);

/// Path of the running program; empty when the system does not tell.
std::filesystem::path executablePath();

}  // namespace scree
