#pragma once

#include <QString>

#include "app/window/files/open_files.h"

namespace scree {

/// Saves the measured comparison of solver methods as CSV.
class ComparisonSaving {
 public:
  ComparisonSaving(const WindowHost& host, const OpenFiles& files) : host_(host), files_(files) {}

  /// Asks the user for a file and writes the comparison there.
  void save();
  /// Writes the comparison and notifies the user. Returns false if there is none or it cannot be written.
  bool saveTo(const QString& file);

 private:
  const WindowHost& host_;
  const OpenFiles& files_;
};

}  // namespace scree
