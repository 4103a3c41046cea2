#pragma once

#include <fmt/format.h>

#include <chrono>
#include <filesystem>

namespace scree {

/// Folder for the scenes of runs, which goes with them. Its name begins with `scree-` and the name given.
class RunFolder {
 public:
  explicit RunFolder(const char* name)
      : path_(std::filesystem::temp_directory_path() /
              fmt::format("scree-{}-{:x}", name, std::chrono::steady_clock::now().time_since_epoch().count())) {}
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;
  ~RunFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace scree
