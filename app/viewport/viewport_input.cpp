#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <cmath>

#include "app/document/simulation.h"
#include "app/viewport/viewport.h"

// Who gets an event: decided when a button goes down, by what is under the pointer then, and kept until all are up.
namespace scree {

bool Viewport::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    // Else Space or Ctrl+Z typed into a field would run an action, and a number typed for a handle another one.
    if (wantsText() || wantsGizmoKey(static_cast<const QKeyEvent&>(*event))) {
      event->accept();
      return true;
    }
  }
  return QOpenGLWidget::event(event);
}

void Viewport::pressed(const QMouseEvent& event, bool isDouble) {
  if (owner_ == Owner::nobody) {
    owner_ = backend_.covers(event.position()) ? Owner::panels : Owner::scene;
    if (owner_ == Owner::scene) {
      backend_.clearFocus();
      backend_.mouseLeft();
      undo_.beginGesture();
      const bool pulls = event.button() == Qt::LeftButton && event.modifiers().testFlag(Qt::ControlModifier);
      if (event.button() == Qt::LeftButton && takeHandleAt(event.position())) {
        owner_ = Owner::sensor;
      } else if (event.button() == Qt::LeftButton && isOnWipeLine(event.position())) {
        owner_ = Owner::wipe;
        wipeBefore_ = options_.wipe;
      } else if (event.button() == Qt::LeftButton && isOnClipHandle(event.position())) {
        owner_ = Owner::clip;
        clipDrag_ = ClipDrag{options_.clip, event.position()};
      } else if (pulls && takeThing(event.position())) {
        owner_ = Owner::pull;
      }
    }
  }
  if (owner_ == Owner::panels) {
    backend_.mouseButton(event, true);
  } else if (owner_ != Owner::scene) {
    // The camera stays where it is until all buttons are up.
  } else if (isDouble && event.button() == Qt::LeftButton) {
    if (event.modifiers().testFlag(Qt::ShiftModifier)) {
      addSensorAt(0, event.position());
    } else {
      centreAt(event.position());
    }
  } else {
    const bool pans = event.button() == Qt::RightButton || event.button() == Qt::MiddleButton ||
                      event.modifiers().testFlag(Qt::ShiftModifier);
    camera_.press(event.position(), pans);
  }
  requestFrame();
}

void Viewport::mouseMoveEvent(QMouseEvent* event) {
  if (owner_ == Owner::sensor) {
    dragSensor(*event);
    requestFrame();
  } else if (owner_ == Owner::pull) {
    dragPull(*event);
    requestFrame();
  } else if (owner_ == Owner::wipe) {
    dragWipe(event->position());
  } else if (owner_ == Owner::clip) {
    dragClip(*event);
    requestFrame();
  } else if (owner_ != Owner::scene) {
    hoverSensors(event->position());
    clipHot_ = !backend_.covers(event->position()) && isOnClipHandle(event->position());
    backend_.mouseMoved(event->position());
    requestFrame();
  } else if (camera_.drag(event->position(),
                          static_cast<int>(std::lround(static_cast<float>(height()) *
                                                       split_.sides[sideAt(event->position())].scale)))) {
    requestFrame();
  }
}

void Viewport::mouseReleaseEvent(QMouseEvent* event) {
  // A release goes to both: whoever saw the press must not be left with a button down.
  backend_.mouseButton(*event, false);
  const bool click = camera_.release();
  if (owner_ == Owner::scene && click && event->button() == Qt::LeftButton) {
    pickAt(event->position());
  }
  if (owner_ == Owner::scene && click && event->button() == Qt::RightButton) {
    openMenu(event->position());
  }
  if (owner_ == Owner::sensor && event->button() == Qt::LeftButton) {
    releaseSensor();
  }
  if (owner_ == Owner::pull && event->button() == Qt::LeftButton) {
    releasePull();
  }
  if (owner_ == Owner::clip && event->button() == Qt::LeftButton) {
    clipDrag_.reset();
  }
  if (event->buttons() == Qt::NoButton) {
    wipeBefore_.reset();
    owner_ = Owner::nobody;
  }
  requestFrame();
}

void Viewport::wheelEvent(QWheelEvent* event) {
  if (owner_ == Owner::panels || (owner_ == Owner::nobody && backend_.covers(event->position()))) {
    backend_.wheelTurned(*event);
  } else if (owner_ == Owner::nobody || owner_ == Owner::scene || owner_ == Owner::wipe) {
    zoomAt(static_cast<double>(event->angleDelta().y()) / 120.0, event->position());
  }
  requestFrame();
  event->accept();
}

void Viewport::keyPressEvent(QKeyEvent* event) {
  if (!backend_.wantsText()) {
    if (wantsGizmoKey(*event)) {
      gizmoKey(*event);
      requestFrame();
      return;
    }
    undo_.beginGesture();
  }
  backend_.keyChanged(*event, true);
  requestFrame();
}

void Viewport::keyReleaseEvent(QKeyEvent* event) {
  backend_.keyChanged(*event, false);
  requestFrame();
}

void Viewport::inputMethodEvent(QInputMethodEvent* event) {
  backend_.textCommitted(*event);
  event->accept();
  requestFrame();
}

QVariant Viewport::inputMethodQuery(Qt::InputMethodQuery query) const {
  if (query == Qt::ImEnabled) {
    return backend_.wantsText();
  }
  if (query == Qt::ImCursorRectangle) {
    const QPointF at = backend_.textCursor();
    const bool known = std::abs(at.x()) < 1e5 && std::abs(at.y()) < 1e5;
    return known ? QRectF(at, QSizeF(1.0, 18.0)) : QRectF();
  }
  return QOpenGLWidget::inputMethodQuery(query);
}

void Viewport::focusOutEvent(QFocusEvent* event) {
  backend_.focusLost();
  camera_.cancel();
  if (pullDrag_) {
    letGo();
  }
  sensorDrag_.reset();
  wipeBefore_.reset();
  clipDrag_.reset();
  owner_ = Owner::nobody;
  requestFrame();
  QOpenGLWidget::focusOutEvent(event);
}

void Viewport::leaveEvent(QEvent* event) {
  if (owner_ == Owner::nobody) {
    hotSensor_.reset();
    hotHandle_.reset();
    hotWipe_ = false;
    backend_.mouseLeft();
    requestFrame();
  }
  QOpenGLWidget::leaveEvent(event);
}

}  // namespace scree
