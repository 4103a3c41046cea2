#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

// The repository as the rules look at it: files, folders and includes.
namespace scree {

inline const std::filesystem::path kRoot = SCREE_SOURCE_DIR;

std::string contentOf(const std::filesystem::path& file);
/// All .h and .cpp files under a folder of the repository.
std::vector<std::filesystem::path> sourcesUnder(const std::string& folder);
/// The names in the include lines of a file, without quotes or brackets.
std::vector<std::string> includesOf(const std::filesystem::path& file);
/// "engine/step/step.h" for the full path.
std::string pathInTree(const std::filesystem::path& file);
/// "engine/step" for "engine/step/step.h".
std::string folderOf(const std::string& path);
/// All headers of this repository that a file includes, directly or not.
std::set<std::string> reachedFrom(const std::string& start);

}  // namespace scree
