#pragma once

#include <optional>

#include "app/window/files/open_files.h"

namespace scree {

struct OpenOutcome;

/// Saves and shows sessions: the view of a scene and the changes of its settings.
class SessionSaving {
 public:
  SessionSaving(const WindowHost& host, OpenFiles& files) : host_(host), files_(files) {}

  /// Returns the present session.
  SavedSession current() const;
  /// Saves the session in its file; asks the user for one if it has none.
  void save();
  /// Asks the user for a file and saves the session there.
  void saveAs();
  /// Saves the session and notifies the user of the result. Waits until the simulation has applied all changes: poll()
  /// saves then.
  void saveTo(const std::filesystem::path& file);
  /// Saves a waiting session once the simulation has applied all changes. Call it repeatedly.
  void poll();
  /// Saves a waiting session with the changes applied so far, before the window closes.
  void finishNow();

  /// Sets view and panels as in the opened session, and notifies the user.
  void show(const OpenOutcome& outcome);

 private:
  void apply(const SavedSession& session);
  void tell(const OpenOutcome& outcome);
  void write(const std::filesystem::path& file);

  const WindowHost& host_;
  OpenFiles& files_;
  std::optional<std::filesystem::path> pending_;  ///< file of the waiting session
};

}  // namespace scree
