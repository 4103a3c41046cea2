#pragma once

#include <filesystem>

namespace scree {

/// File that exists from the start of the program to its first picture. If the file of an ended process is found, that
/// process ended before its first picture.
class StartMarker {
 public:
  explicit StartMarker(std::filesystem::path file);
  /// True if the process of the last start ended before its first picture.
  bool lastStartFailed() const;
  /// Writes the file with the id of this process.
  void begin();
  /// Removes the file.
  void end();

 private:
  std::filesystem::path file_;
};

}  // namespace scree
