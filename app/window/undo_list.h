#pragma once

#include "app/window/files/window_host.h"

class QAction;
class QDockWidget;

namespace scree {

/// Undo, redo, and the dock with the list of changes.
class UndoList {
 public:
  /// Adds the hidden dock to the window.
  explicit UndoList(const WindowHost& host);

  /// Keeps the texts and states of the actions for undo and redo up to date.
  void follow(QAction& undoAction, QAction& redoAction);
  /// Undoes the last change; a change of settings is undone by commands at the present step. Refused during a drag.
  void undo();
  void redo();
  void toggle();
  bool isShown() const;

 private:
  const WindowHost& host_;
  QDockWidget* dock_;
};

}  // namespace scree
