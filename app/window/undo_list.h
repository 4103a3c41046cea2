#pragma once

#include "app/window/files/window_host.h"

class QAction;
class QDockWidget;

namespace scree {

/// Undo and redo, and the dock with the list of changes.
class UndoList {
 public:
  /// Adds the dock to the window, hidden.
  explicit UndoList(const WindowHost& host);

  /// Makes the actions of undo and redo say what they would do.
  void follow(QAction& undoAction, QAction& redoAction);
  /// Undoes the last change: of settings by commands at the present step.
  void undo();
  void redo();
  void toggle();
  bool isShown() const;

 private:
  const WindowHost& host_;
  QDockWidget* dock_;
};

}  // namespace scree
