#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace scree {

/// What tells whether a scene is still the same: SHA-256 of its file and of all that this reads, in hexadecimal; empty
/// where one could not be read.
struct SceneHashes {
  std::string scene;
  std::map<std::string, std::string, std::less<>> files;  ///< by path from the scene's folder
};

/// Hashes of a scene's file, or of a recording's, and of the files it reads, as Scene::files has them.
SceneHashes hashesOf(const std::filesystem::path& scene, std::span<const std::filesystem::path> files);

/// Which of the files that were hashed before differ now or are not read any more: the scene's by its name, others by
/// their path from its folder. What was not hashed before is not held against anything.
std::vector<std::string> changedFiles(const SceneHashes& before, const SceneHashes& now,
                                      const std::filesystem::path& scene);

}  // namespace scree
