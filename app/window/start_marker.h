#pragma once

#include <filesystem>

namespace scree {

/// A file that is there from the start of the program to its first picture: when one of a program that has ended is
/// found, that program did not get as far.
class StartMarker {
 public:
  explicit StartMarker(std::filesystem::path file);
  /// True when the last start ended before its first picture.
  bool lastStartFailed() const;
  void begin();
  void end();

 private:
  std::filesystem::path file_;
};

}  // namespace scree
