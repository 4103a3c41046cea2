#include "app/window/undo_list.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <QUndoStack>
#include <QUndoView>

#include "app/document/undo_history.h"
#include "app/viewport/viewport.h"

namespace scree {

void UndoList::follow(QAction& undoAction, QAction& redoAction) {
  QUndoStack& stack = host_.viewport.undo().stack();
  undoAction.setEnabled(false);
  redoAction.setEnabled(false);
  QObject::connect(&stack, &QUndoStack::canUndoChanged, &undoAction, &QAction::setEnabled);
  QObject::connect(&stack, &QUndoStack::canRedoChanged, &redoAction, &QAction::setEnabled);
  const auto name = [](const QString& verb, const QString& what) { return what.isEmpty() ? verb : verb + " " + what; };
  QObject::connect(&stack, &QUndoStack::undoTextChanged, &undoAction,
                   [name, &undoAction](const QString& what) { undoAction.setText(name("Undo", what)); });
  QObject::connect(&stack, &QUndoStack::redoTextChanged, &redoAction,
                   [name, &redoAction](const QString& what) { redoAction.setText(name("Redo", what)); });
}

UndoList::UndoList(const WindowHost& host) : host_(host), dock_(new QDockWidget("Undo list", &host.window)) {
  dock_->setObjectName("undo_list_dock");
  auto* list = new QUndoView(&host_.viewport.undo().stack(), dock_);
  list->setObjectName("undo_list_view");
  list->setAccessibleName("Changes");
  list->setEmptyLabel("As it was opened");
  list->setToolTip(
      "Changes of settings, split sensors and the view, and imported bodies. A click goes back to one, or on to it "
      "again.");
  dock_->setWidget(list);
  host_.window.addDockWidget(Qt::RightDockWidgetArea, dock_);
  dock_->hide();
}

void UndoList::toggle() { dock_->setVisible(dock_->isHidden()); }

bool UndoList::isShown() const { return !dock_->isHidden(); }

void UndoList::undo() {
  host_.viewport.noteView();
  if (host_.viewport.isDragging()) {
    host_.notify("Let go of what is being dragged first; Esc puts it back");
    return;
  }
  host_.viewport.undo().stack().undo();
}

void UndoList::redo() {
  host_.viewport.noteView();
  if (!host_.viewport.isDragging()) {
    host_.viewport.undo().stack().redo();
  }
}

}  // namespace scree
