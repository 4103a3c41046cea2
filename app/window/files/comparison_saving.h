#pragma once

#include <QString>

#include "app/window/files/open_files.h"

namespace scree {

/// Saves the measured comparison of methods as CSV.
class ComparisonSaving {
 public:
  ComparisonSaving(const WindowHost& host, const OpenFiles& files) : host_(host), files_(files) {}

  /// Asks for a file and writes the comparison there.
  void save();
  /// Writes the comparison and says so. False with a message when there is none or it can't be written.
  bool saveTo(const QString& file);

 private:
  const WindowHost& host_;
  const OpenFiles& files_;
};

}  // namespace scree
