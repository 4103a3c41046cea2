#pragma once

#include "app/window/files/open_files.h"

namespace scree {

/// Opens and saves camera paths.
class CameraPathFiles {
 public:
  CameraPathFiles(const WindowHost& host, const OpenFiles& files) : host_(host), files_(files) {}

  /// Asks the user for a file and reads a camera path from it.
  void open();
  /// Asks the user for a file and writes the camera path there.
  void save();
  /// Reads a camera path and notifies the user. Returns false if it cannot be read.
  bool openFrom(const std::filesystem::path& file);
  /// Writes the camera path and notifies the user. Returns false if it cannot be written.
  bool saveTo(const std::filesystem::path& file);

 private:
  const WindowHost& host_;
  const OpenFiles& files_;
};

}  // namespace scree
