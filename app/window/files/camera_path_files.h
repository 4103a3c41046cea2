#pragma once

#include "app/window/files/open_files.h"

namespace scree {

/// Camera paths as files.
class CameraPathFiles {
 public:
  CameraPathFiles(const WindowHost& host, const OpenFiles& files) : host_(host), files_(files) {}

  /// Asks for a file and reads a camera path from it.
  void open();
  /// Asks for a file and writes the camera path there.
  void save();
  /// Reads a camera path and says so. False with a message when it can't be read.
  bool openFrom(const std::filesystem::path& file);
  /// Writes the camera path and says so. False with a message when it can't be written.
  bool saveTo(const std::filesystem::path& file);

 private:
  const WindowHost& host_;
  const OpenFiles& files_;
};

}  // namespace scree
