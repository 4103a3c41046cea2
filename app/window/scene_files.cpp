#include "app/window/scene_files.h"

#include <algorithm>
#include <cstdlib>
#include <system_error>

namespace scree {

namespace fs = std::filesystem;

fs::path resourceFolder(const fs::path& executable) {
  std::error_code ignored;
  std::vector<fs::path> candidates;
  if (const char* given = std::getenv("SCREE_RESOURCES"); given != nullptr) {
    candidates.emplace_back(given);
  }
  const fs::path real = fs::weakly_canonical(executable, ignored);
  candidates.push_back(real.parent_path().parent_path() / "share" / "scree");
  for (fs::path folder = real.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
    candidates.push_back(folder / "resources");
  }
  for (const fs::path& candidate : candidates) {
    if (fs::is_directory(candidate / "scenes", ignored)) {
      return candidate;
    }
  }
  return {};
}

std::vector<fs::path> shippedScenes(const fs::path& resources) {
  std::vector<fs::path> found;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(resources / "scenes", error)) {
    if (entry.path().extension() == ".yaml") {
      found.push_back(entry.path());
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::optional<fs::path> findScene(const std::string& given, const fs::path& resources) {
  std::error_code ignored;
  const fs::path shipped = resources / "scenes" / given;
  for (const fs::path& candidate : {fs::path(given), shipped, fs::path(shipped.string() + ".yaml")}) {
    if (fs::is_regular_file(candidate, ignored)) {
      return fs::absolute(candidate, ignored);
    }
  }
  return std::nullopt;
}

}  // namespace scree
