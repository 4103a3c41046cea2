#pragma once

#include "app/window/files/open_files.h"

namespace scree {

/// Saves a copy of the scene's file with what was changed in the run: contact laws, settings, split sensors, speeds.
class RunSaving {
 public:
  RunSaving(const WindowHost& host, OpenFiles& files) : host_(host), files_(files) {}

  /// Asks the user for a file and saves the scene there.
  void save();
  /// Saves the scene and notifies the user of the result. Returns false if nothing was saved.
  bool saveTo(const std::filesystem::path& file);

 private:
  /// Notifies the user and returns false if the run has no scene file or its last change is not in force yet.
  bool canSave() const;

  const WindowHost& host_;
  OpenFiles& files_;
};

}  // namespace scree
