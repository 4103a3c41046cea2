#include "engine/io/shipped_files.h"

#include <algorithm>

namespace scree {

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> filesIn(const fs::path& folder, std::string_view ending) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ending && entry.is_regular_file(error)) {
      files.push_back(entry.path());
    }
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

ShippedFiles findShipped(const fs::path& executable, const fs::path& sourceTree, std::string_view name,
                         std::string_view ending) {
  std::vector<fs::path> candidates;
  if (!executable.empty()) {
    const fs::path folder = executable.parent_path();
    candidates.push_back(folder.parent_path() / "share/scree" / name);
    for (fs::path above = folder; above != above.root_path(); above = above.parent_path()) {
      candidates.push_back(above / "resources" / name);
    }
  }
  if (!sourceTree.empty()) {
    candidates.push_back(sourceTree / "resources" / name);
  }
  for (const fs::path& candidate : candidates) {
    if (std::vector<fs::path> files = filesIn(candidate, ending); !files.empty()) {
      return {candidate, std::move(files)};
    }
  }
  return {};
}

fs::path executablePath() {
  std::error_code error;
  const fs::path path = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path() : path;
}

}  // namespace scree
