#pragma once

#include <QString>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "app/document/saved_session.h"
#include "app/window/files/file_watch.h"
#include "app/window/files/window_host.h"

namespace scree {

/// Files of the present scene or recording and of the open session, the title of the window, and a watch for changes of
/// the scene on disk.
class OpenFiles {
 public:
  explicit OpenFiles(const WindowHost& host);

  /// Sets the file of the present scene, watches it and the files that it reads, and updates the title.
  void adopt(const std::filesystem::path& scene, const SceneHashes& hashes);
  /// File of the present scene or recording; empty before the first one.
  const std::filesystem::path& scene() const { return scene_; }
  /// Hashes of the scene as it was read.
  const SceneHashes& sceneHashes() const { return sceneHashes_; }
  /// Sets the point of a sweep that runs, for the title; empty: none. Call it before adopt().
  void setPointTitle(const std::string& title) { pointTitle_ = title; }
  const std::string& pointTitle() const { return pointTitle_; }
  /// File name of the scene without folder and ending; "run" without a scene.
  std::string stem() const;
  /// True after a scene or recording was opened.
  bool hasScene() const { return hasScene_; }
  bool isRecording() const { return isRecording_; }
  /// Records that a scene or a recording was opened.
  void noteOpened(bool isRecording);

  /// Sets the session that was opened or saved.
  void setSession(const std::filesystem::path& file, std::shared_ptr<const SavedSession> session);
  /// Sets the file of the session; empty: none.
  void setSessionFile(const std::filesystem::path& file) { sessionFile_ = file; }
  /// File of the session that is open or was saved last; empty if there is none.
  const std::filesystem::path& sessionFile() const { return sessionFile_; }
  /// Session as it was opened or saved last, whose unknown keys are saved again; null if there is none.
  const std::shared_ptr<const SavedSession>& savedSession() const { return session_; }

  /// File of the recording saved last; empty if none was.
  const std::filesystem::path& lastRecording() const { return lastRecording_; }
  void setLastRecording(const std::filesystem::path& file) { lastRecording_ = file; }

  /// Path that a dialog proposes for a new file: in the folder of the file saved last, else beside the user's own
  /// scene, else with the user's documents.
  QString proposed(const QString& name) const;
  /// Asks where a new file is to go; proposed() is in its folder from then on. Empty if the user does not want one.
  QString askedFile(const QString& title, const QString& name, const QString& filter,
                    bool confirmsOverwriting = true) const;
  /// Records that the program itself has written a file: its watch does not tell of that.
  void noteWritten(const std::filesystem::path& file);

  /// Puts a file first in the list of recent files.
  static void remember(const std::filesystem::path& file);
  /// Shows scene and session in the title of the window.
  void showTitle() const;

 private:
  void tellOfChange(const std::filesystem::path& file) const;

  const WindowHost& host_;
  FileWatch watch_;  ///< watch for changes of the scene and the files that it reads
  std::filesystem::path scene_;
  SceneHashes sceneHashes_;
  std::string pointTitle_;
  std::filesystem::path sessionFile_;
  std::shared_ptr<const SavedSession> session_;
  std::filesystem::path lastRecording_;
  bool hasScene_ = false;
  bool isRecording_ = false;
  mutable QString folder_;                                ///< folder of the file saved last; empty before the first
  std::map<std::filesystem::path, std::string> written_;  ///< hashes of files as the program wrote them
};

}  // namespace scree
