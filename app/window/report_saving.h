#pragma once

#include "app/window/files/session_saving.h"
#include "app/window/message_log.h"

namespace scree {

/// Actions that give information for finding faults: graphics, version, problem reports.
class ReportSaving {
 public:
  /// `messages` holds the last messages to the user.
  ReportSaving(const WindowHost& host, const OpenFiles& files, const SessionSaving& sessions,
               const MessageLog& messages)
      : host_(host), files_(files), sessions_(sessions), messages_(messages) {}

  void showGraphicsInformation();
  void copyGraphicsInformation();
  void showAbout();
  /// Asks the user for a file and writes a problem report there.
  void save();
  /// Writes the report and notifies the user. Returns false if it cannot be written.
  bool saveTo(const std::filesystem::path& file);

 private:
  const WindowHost& host_;
  const OpenFiles& files_;
  const SessionSaving& sessions_;
  const MessageLog& messages_;
};

}  // namespace scree
