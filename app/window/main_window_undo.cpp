#include <QAction>
#include <QDockWidget>
#include <QUndoStack>
#include <QUndoView>

#include "app/document/undo_history.h"
#include "app/viewport/viewport.h"
#include "app/window/main_window.h"

// Undo and redo, and the list of what they go through.
namespace scree {

void MainWindow::followUndo() {
  QUndoStack& stack = viewport_->undo().stack();
  auto* undoAction = findChild<QAction*>("undo");
  auto* redoAction = findChild<QAction*>("redo");
  undoAction->setEnabled(false);
  redoAction->setEnabled(false);
  connect(&stack, &QUndoStack::canUndoChanged, undoAction, &QAction::setEnabled);
  connect(&stack, &QUndoStack::canRedoChanged, redoAction, &QAction::setEnabled);
  const auto name = [](const QString& verb, const QString& what) { return what.isEmpty() ? verb : verb + " " + what; };
  connect(&stack, &QUndoStack::undoTextChanged, undoAction,
          [=](const QString& what) { undoAction->setText(name("Undo", what)); });
  connect(&stack, &QUndoStack::redoTextChanged, redoAction,
          [=](const QString& what) { redoAction->setText(name("Redo", what)); });
}

void MainWindow::buildUndoList() {
  undoList_ = new QDockWidget("Undo list", this);
  undoList_->setObjectName("undo_list_dock");
  auto* list = new QUndoView(&viewport_->undo().stack(), undoList_);
  list->setObjectName("undo_list_view");
  list->setEmptyLabel("As it was opened");
  list->setToolTip(
      "Changes of settings, split sensors and the view, and imported bodies. A click goes back to one, or on to it "
      "again.");
  undoList_->setWidget(list);
  addDockWidget(Qt::RightDockWidgetArea, undoList_);
  undoList_->hide();
}

void MainWindow::toggleUndoList() { undoList_->setVisible(undoList_->isHidden()); }

bool MainWindow::undoListShown() const { return !undoList_->isHidden(); }

void MainWindow::undo() {
  viewport_->noteView();
  if (viewport_->isDragging()) {
    viewport_->notify("Let go of what is being dragged first; Esc puts it back");
    return;
  }
  viewport_->undo().stack().undo();
}

void MainWindow::redo() {
  viewport_->noteView();
  if (!viewport_->isDragging()) {
    viewport_->undo().stack().redo();
  }
}

}  // namespace scree
