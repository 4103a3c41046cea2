#pragma once

#include <optional>

#include "app/window/files/open_files.h"

namespace scree {

struct OpenOutcome;

/// Sessions: the changes in a scene and its view, saved and shown again.
class SessionSaving {
 public:
  SessionSaving(const WindowHost& host, OpenFiles& files) : host_(host), files_(files) {}

  /// The session as it is now.
  SavedSession current() const;
  /// Saves the session in its file; asks for one when it has none.
  void save();
  /// Asks for a file and saves the session there.
  void saveAs();
  /// Saves the session and says so, or why not; waits with that for changes that the simulation has yet to make.
  void saveTo(const std::filesystem::path& file);
  /// Saves a session that waits, once the simulation has made its changes. Call it now and then.
  void poll();
  /// Saves a session that waits with the changes made so far: for closing.
  void finishNow();

  /// Shows the run as a session that was opened has it, and says so.
  void show(const OpenOutcome& outcome);

 private:
  void apply(const SavedSession& session);
  void tell(const OpenOutcome& outcome);
  void write(const std::filesystem::path& file);

  const WindowHost& host_;
  OpenFiles& files_;
  std::optional<std::filesystem::path> pending_;  ///< file of the session that waits
};

}  // namespace scree
