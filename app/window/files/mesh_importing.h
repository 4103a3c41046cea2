#pragma once

#include <QPointer>

#include "app/window/files/open_files.h"

namespace scree {

class ImportDialog;
struct OpenOutcome;

/// Adds meshes to the present scene as bodies. The run goes on, and a copy of the scene file includes the body.
class MeshImporting {
 public:
  MeshImporting(const WindowHost& host, OpenFiles& files) : host_(host), files_(files) {}

  /// Opens the import dialog, and reads `file` if it is not empty.
  void open(const std::filesystem::path& file = {});
  /// Import dialog; null if it is not open.
  ImportDialog* dialog() const;
  /// Closes the dialog because another scene was opened.
  void close();
  /// Adopts the scene with the mesh, or shows its errors in the dialog. Returns false if there are errors and no dialog
  /// to show them.
  bool finish(const OpenOutcome& outcome);
  /// Tells the dialog that the reading was given up.
  void giveUp();

 private:
  void add();
  /// Adds the import to the undo list.
  void note(const OpenOutcome& outcome);

  const WindowHost& host_;
  OpenFiles& files_;
  QPointer<ImportDialog> dialog_;
};

}  // namespace scree
