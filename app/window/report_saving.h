#pragma once

#include "app/window/files/session_saving.h"
#include "app/window/message_log.h"

namespace scree {

/// Information about the program for people who look for faults: graphics, version, problem reports.
class ReportSaving {
 public:
  /// `messages` holds the last lines shown to the user.
  ReportSaving(const WindowHost& host, const OpenFiles& files, const SessionSaving& sessions,
               const MessageLog& messages)
      : host_(host), files_(files), sessions_(sessions), messages_(messages) {}

  void showGraphicsInformation();
  void copyGraphicsInformation();
  void showAbout();
  /// Asks for a file and writes a problem report there.
  void save();
  /// Writes the report and says so. False with a message when it can't be written.
  bool saveTo(const std::filesystem::path& file);

 private:
  const WindowHost& host_;
  const OpenFiles& files_;
  const SessionSaving& sessions_;
  const MessageLog& messages_;
};

}  // namespace scree
