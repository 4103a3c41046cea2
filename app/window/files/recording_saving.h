#pragma once

#include "app/window/files/open_files.h"

namespace scree {

/// Saves the run so far as a recording.
class RecordingSaving {
 public:
  RecordingSaving(const WindowHost& host, OpenFiles& files) : host_(host), files_(files) {}

  /// Asks the user for a file and saves the run so far there.
  void save();
  /// Saves the run so far in the background, and notifies the user of the result.
  void saveTo(const std::filesystem::path& file);

 private:
  const WindowHost& host_;
  OpenFiles& files_;
};

}  // namespace scree
