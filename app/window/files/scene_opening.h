#pragma once

#include <QObject>
#include <QPointer>

#include "app/document/scene_point.h"
#include "app/window/files/error_dialog.h"
#include "app/window/files/mesh_importing.h"
#include "app/window/files/session_saving.h"

namespace scree {

/// Opens scenes, recordings and sessions, or shows their errors.
class SceneOpening : public QObject {
  Q_OBJECT

 public:
  SceneOpening(const WindowHost& host, OpenFiles& files, SessionSaving& sessions, MeshImporting& importing)
      : host_(host), files_(files), sessions_(sessions), importing_(importing) {}

  /// Reads a scene, a recording or a session in the background and shows it, or its errors.
  void open(const std::filesystem::path& file);
  /// Reads a point of a sweep and shows it at its beginning or in its state, paused unless it `plays`.
  void openPoint(const std::shared_ptr<const ScenePoint>& point, bool plays);
  /// Does the same, and plays the run.
  void openAndPlay(const std::filesystem::path& file);
  /// Asks the user for a file and opens it.
  void openWithDialog();
  /// Reads the present scene again, with the values of the present point.
  void reload();
  /// Shows a file once it was read, and holds the run of a point at its end. Call it repeatedly.
  void poll();
  /// Sets whether the first opened scene starts to play.
  void setPlayOnOpen(bool play) { playOnOpen_ = play; }
  /// Dialog with the errors of the file opened last; null if there were none.
  const ErrorDialog* errors() const { return errors_; }

 Q_SIGNALS:
  /// Emitted when a file was read; `good` is true if its scene or recording is the present one now.
  void opened(bool good);

 private:
  void read(const std::filesystem::path& file, const std::shared_ptr<const ScenePoint>& point);
  void finish(const OpenOutcome& outcome);
  void showErrors(const OpenOutcome& outcome);
  void adoptView(const OpenOutcome& outcome);

  const WindowHost& host_;
  OpenFiles& files_;
  SessionSaving& sessions_;
  MeshImporting& importing_;
  QPointer<ErrorDialog> errors_;
  bool playOnOpen_ = true;
  bool plays_ = false;                       ///< the file being read is to play
  std::shared_ptr<const ScenePoint> point_;  ///< point of which the present run is; null for a scene as its file has it
};

}  // namespace scree
