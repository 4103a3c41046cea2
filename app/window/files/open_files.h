#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "app/document/saved_session.h"
#include "app/window/files/file_watch.h"
#include "app/window/files/window_host.h"

namespace scree {

/// The scene or recording that runs and the session it is shown by: their files, the window's title, and a watch for
/// changes on disk.
class OpenFiles {
 public:
  explicit OpenFiles(const WindowHost& host);

  /// Takes the file of the scene that runs from now on.
  void adopt(const std::filesystem::path& scene, const SceneHashes& hashes);
  /// The scene or recording; empty before the first one.
  const std::filesystem::path& scene() const { return scene_; }
  /// Of the scene, as it was read.
  const SceneHashes& sceneHashes() const { return sceneHashes_; }
  /// Name of the scene without folder and ending; `run` when there is none.
  std::string stem() const;
  bool hasScene() const { return hasScene_; }
  bool isRecording() const { return isRecording_; }
  /// A scene, or a recording, was opened.
  void noteOpened(bool isRecording);

  /// Takes a session that was opened or saved.
  void setSession(const std::filesystem::path& file, std::shared_ptr<const SavedSession> session);
  /// Takes another file for the session; empty: it has none.
  void setSessionFile(const std::filesystem::path& file) { sessionFile_ = file; }
  /// The session that is open, or was saved last; empty when there is none.
  const std::filesystem::path& sessionFile() const { return sessionFile_; }
  /// The session as it was opened or saved last, for entries that are not known here; null when there is none.
  const std::shared_ptr<const SavedSession>& savedSession() const { return session_; }

  /// The recording that was saved last; empty when none was.
  const std::filesystem::path& lastRecording() const { return lastRecording_; }
  void setLastRecording(const std::filesystem::path& file) { lastRecording_ = file; }

  /// Puts a file first in the list of recent ones.
  static void remember(const std::filesystem::path& file);
  /// Shows scene and session in the window's title.
  void showTitle() const;

 private:
  const WindowHost& host_;
  FileWatch watch_;  ///< of the scene and the files that it reads
  std::filesystem::path scene_;
  SceneHashes sceneHashes_;
  std::filesystem::path sessionFile_;
  std::shared_ptr<const SavedSession> session_;
  std::filesystem::path lastRecording_;
  bool hasScene_ = false;
  bool isRecording_ = false;
};

}  // namespace scree
