#pragma once

#include <QObject>
#include <QPointer>

#include "app/window/files/error_dialog.h"
#include "app/window/files/mesh_importing.h"
#include "app/window/files/session_saving.h"

namespace scree {

/// Opens scenes, recordings and sessions, and shows the errors of broken ones.
class SceneOpening : public QObject {
  Q_OBJECT

 public:
  SceneOpening(const WindowHost& host, OpenFiles& files, SessionSaving& sessions, MeshImporting& importing)
      : host_(host), files_(files), sessions_(sessions), importing_(importing) {}

  /// Reads a scene, a recording or a session in the background and shows it, or its errors.
  void open(const std::filesystem::path& file);
  /// Asks for a file and opens it.
  void openWithDialog();
  /// Reads the scene that runs again.
  void reload();
  /// Takes what was read when it has just become ready. Call it now and then.
  void poll();
  /// Whether a scene starts to play when it is opened.
  void setPlayOnOpen(bool play) { playOnOpen_ = play; }
  /// The dialog with the errors of the scene opened last, null when there were none.
  const ErrorDialog* errors() const { return errors_; }

 Q_SIGNALS:
  /// A scene was read: `good` tells whether it is the one running now.
  void opened(bool good);

 private:
  void finish(const OpenOutcome& outcome);
  void showErrors(const OpenOutcome& outcome);
  void adoptView(const OpenOutcome& outcome);

  const WindowHost& host_;
  OpenFiles& files_;
  SessionSaving& sessions_;
  MeshImporting& importing_;
  QPointer<ErrorDialog> errors_;
  bool playOnOpen_ = true;
};

}  // namespace scree
