#pragma once

#include <QPointer>

#include "app/window/files/open_files.h"

namespace scree {

class ImportDialog;
struct OpenOutcome;

/// Adds meshes to the scene that runs: the run goes on, and a copy of the scene's file has them.
class MeshImporting {
 public:
  MeshImporting(const WindowHost& host, OpenFiles& files) : host_(host), files_(files) {}

  /// Opens the dialog, with a file where one is named.
  void open(const std::filesystem::path& file = {});
  /// Null when it is not open.
  ImportDialog* dialog() const;
  /// Closes the dialog: another scene was opened.
  void close();
  /// Takes the scene with the mesh, or shows its errors in the dialog. False when they are still to be shown.
  bool finish(const OpenOutcome& outcome);

 private:
  void add();
  /// Makes the import an entry of the undo list.
  void note(const OpenOutcome& outcome);

  const WindowHost& host_;
  OpenFiles& files_;
  QPointer<ImportDialog> dialog_;
};

}  // namespace scree
