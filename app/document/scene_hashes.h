#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace scree {

/// SHA-256 of a scene file and of the files that it reads, in hexadecimal; empty for a file that could not be read.
struct SceneHashes {
  std::string scene;
  std::map<std::string, std::string, std::less<>> files;  ///< hashes by path relative to the scene's folder
};

/// Computes the hashes of a scene file or recording, and of the files that it reads (Scene::files).
SceneHashes hashesOf(const std::filesystem::path& scene, std::span<const std::filesystem::path> files);

/// Returns the files of `before` that differ in `now` or are not read any more: the scene by its file name, other files
/// by their path relative to its folder. Files that only `now` has are not returned.
std::vector<std::string> changedFiles(const SceneHashes& before, const SceneHashes& now,
                                      const std::filesystem::path& scene);

}  // namespace scree
