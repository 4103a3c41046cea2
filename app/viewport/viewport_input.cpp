#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include "app/viewport/viewport.h"

// Events of the viewport. The receiver of mouse events, overlays or tools, is chosen when a button goes down by the
// thing under the pointer, and stays until all buttons are up.
namespace scree {

bool Viewport::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    // Keys that a text field or a handle takes must not run actions with the same shortcut (Space, Ctrl+Z, digits).
    if (wantsText() || tools_.wantsKey(static_cast<const QKeyEvent&>(*event))) {
      event->accept();
      return true;
    }
  }
  return QOpenGLWidget::event(event);
}

void Viewport::drainInput(int frames) {
  for (int i = 0; i < frames && frames_.count() > 0 && panels_.backend().hasPendingInput(); ++i) {
    buildPanels(false);
  }
}

bool Viewport::wantsText() {
  // A click that still waits for its frame may open a text field, so waiting input comes first.
  if (panels_.backend().hasPendingInput()) {
    constexpr int kMost = 64;
    drainInput(kMost);
    if (frames_.count() > 0) {
      buildPanels(false);  // ImGui says one frame later that it wants text
    }
  }
  return panels_.backend().wantsText();
}

bool Viewport::isSettled() const {
  return !panels_.backend().hasPendingInput() && board_->isSettled() && frames_.isIdle() && !views_.isPreparing();
}

bool Viewport::isDragging() const {
  return tools_.isChanging() || (panelsHaveMouse_ && panels_.backend().isMouseHeld()) || board_->isMouseHeld();
}

bool Viewport::cancelDrag() {
  requestFrame();
  return tools_.cancel();
}

void Viewport::pressed(const QMouseEvent& event) {
  ImGuiBackend& backend = panels_.backend();
  if (!panelsHaveMouse_ && !tools_.hasMouse()) {
    panelsHaveMouse_ = backend.covers(event.position());
    if (!panelsHaveMouse_) {
      backend.clearFocus();
      backend.mouseLeft();
      undo_.beginGesture();
    }
  }
  if (panelsHaveMouse_) {
    backend.mouseButton(event, true);
  } else {
    tools_.press(event);
  }
  requestFrame();
}

void Viewport::mouseMoveEvent(QMouseEvent* event) {
  if (tools_.hasMouse()) {
    if (tools_.move(*event)) {
      requestFrame();
    }
    return;
  }
  if (panels_.backend().covers(event->position())) {
    tools_.leave();
  } else {
    tools_.hover(event->position());
  }
  panels_.backend().mouseMoved(event->position());
  requestFrame();
}

void Viewport::mouseReleaseEvent(QMouseEvent* event) {
  // A release goes to panels and tools, so that neither is left with a button down.
  panels_.backend().mouseButton(*event, false);
  tools_.release(*event);
  if (event->buttons() == Qt::NoButton) {
    panelsHaveMouse_ = false;
  }
  requestFrame();
}

void Viewport::wheelEvent(QWheelEvent* event) {
  ImGuiBackend& backend = panels_.backend();
  if (panelsHaveMouse_ || (!tools_.hasMouse() && backend.covers(event->position()))) {
    backend.wheelTurned(*event);
  } else {
    tools_.zoom(static_cast<double>(event->angleDelta().y()) / 120.0, event->position());
  }
  requestFrame();
  event->accept();
}

void Viewport::keyPressEvent(QKeyEvent* event) {
  if (!panels_.backend().wantsText()) {
    if (tools_.wantsKey(*event)) {
      tools_.key(*event);
      requestFrame();
      return;
    }
    undo_.beginGesture();
  }
  panels_.backend().keyChanged(*event, true);
  requestFrame();
}

void Viewport::keyReleaseEvent(QKeyEvent* event) {
  panels_.backend().keyChanged(*event, false);
  requestFrame();
}

void Viewport::inputMethodEvent(QInputMethodEvent* event) {
  panels_.backend().textCommitted(*event);
  event->accept();
  requestFrame();
}

QVariant Viewport::inputMethodQuery(Qt::InputMethodQuery query) const {
  const QVariant answer = panels_.backend().answerInputMethod(query);
  return answer.isValid() ? answer : QOpenGLWidget::inputMethodQuery(query);
}

void Viewport::focusOutEvent(QFocusEvent* event) {
  panels_.backend().focusLost();
  tools_.abandon();
  panelsHaveMouse_ = false;
  requestFrame();
  QOpenGLWidget::focusOutEvent(event);
}

void Viewport::leaveEvent(QEvent* event) {
  if (!panelsHaveMouse_ && !tools_.hasMouse()) {
    tools_.leave();
    panels_.backend().mouseLeft();
    requestFrame();
  }
  QOpenGLWidget::leaveEvent(event);
}

}  // namespace scree
