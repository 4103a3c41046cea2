#include "app/viewport/panel_board.h"

#include <imgui.h>

#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QWheelEvent>
#include <algorithm>
#include <array>
#include <utility>

#include "app/widgets/widgets.h"

namespace scree {

namespace {

constexpr int kFramesForInput = 8;  // undrawn frames before a drawn one, so that one drawn frame answers a click
constexpr std::array<int, 10> kKeysOfPanels = {Qt::Key_Up,       Qt::Key_Down,   Qt::Key_Left,  Qt::Key_Right,
                                               Qt::Key_Space,    Qt::Key_Return, Qt::Key_Enter, Qt::Key_PageUp,
                                               Qt::Key_PageDown, Qt::Key_Home};

}  // namespace

PanelBoard::PanelBoard(const ViewHost& host, Source source) : host_(host), source_(std::move(source)), backend_(*this) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_InputMethodEnabled);
  setAccessibleName("Panels");
  backend_.enableNavigation();
}

PanelBoard::~PanelBoard() {
  if (context() != nullptr) {
    // The base class destroys the context after the members of this class, which the context's signal must not reach.
    disconnect(context(), nullptr, this, nullptr);
  }
  releaseGraphics();
}

void PanelBoard::releaseGraphics() {
  makeCurrent();
  backend_.releaseGraphics();
  doneCurrent();
}

void PanelBoard::initializeGL() {
  connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, &PanelBoard::releaseGraphics, Qt::UniqueConnection);
  backend_.initialiseGraphics();
}

void PanelBoard::paintGL() {
  QOpenGLFunctions& gl = *context()->functions();
  const QColor ground = palette().color(QPalette::Window);
  gl.glClearColor(static_cast<float>(ground.redF()), static_cast<float>(ground.greenF()),
                  static_cast<float>(ground.blueF()), 1.0f);
  gl.glClear(GL_COLOR_BUFFER_BIT);
  if (!source_.mayBuild()) {
    return;
  }
  drainInput(kFramesForInput);
  build(true);
  if (!host_.layout.isSettled() && !backend_.hasPendingInput()) {
    build(true);  // what has moved is put back in the same picture
  }
  backend_.draw();
  if (!isSettled() || backend_.isKeyHeld()) {
    source_.anotherFrame();
  }
}

void PanelBoard::build(bool mayDraw) {
  backend_.beginFrame(mayDraw);
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    host_.undo.beginGesture();
  }
  probes_.clear();
  const std::optional<ParticleId> picked = host_.options.selected;
  PanelContext context = source_.context(probes_);
  host_.layout.draw(context, {0.0f, 0.0f, static_cast<float>(width()), static_cast<float>(height())});
  backend_.endFrame();
  source_.finished(picked);
}

void PanelBoard::setLook(Theme theme, float scale) { backend_.setLook(theme, scale); }

bool PanelBoard::isSettled() const { return !isVisible() || (!backend_.hasPendingInput() && host_.layout.isSettled()); }

void PanelBoard::drainInput(int frames) {
  for (int i = 0; i < frames && source_.mayBuild() && backend_.hasPendingInput(); ++i) {
    build(false);
  }
}

bool PanelBoard::closePopup() {
  if (!backend_.hasPopup()) {
    return false;
  }
  backend_.closePopups();
  host_.requestFrame();
  return true;
}

void PanelBoard::takeKeyboard() {
  byKeyboard_ = true;
  host_.layout.takeKeyboard();
  setFocus(Qt::OtherFocusReason);
  host_.requestFrame();
}

bool PanelBoard::wantsText() {
  // A click that still waits for its frame may open a text field, so waiting input comes first.
  if (backend_.hasPendingInput() && source_.mayBuild()) {
    constexpr int kMost = 64;
    drainInput(kMost);
    build(false);  // ImGui says one frame later that it wants text
  }
  return backend_.wantsText();
}

bool PanelBoard::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    // Keys that a text field takes, or the control that the keyboard has reached, must not run actions of the window.
    // So do keys of the view's tools, such as numbers for a split sensor, after a press on a panel.
    const auto& key = static_cast<const QKeyEvent&>(*event);
    const bool isOfPanels = byKeyboard_ && std::ranges::find(kKeysOfPanels, key.key()) != kKeysOfPanels.end();
    if (isOfPanels || wantsText() || (!byKeyboard_ && source_.wantsKey(key))) {
      event->accept();
      return true;
    }
  }
  return QOpenGLWidget::event(event);
}

void PanelBoard::mousePressEvent(QMouseEvent* event) {
  byKeyboard_ = false;
  backend_.mouseButton(*event, true);
  host_.requestFrame();
}

void PanelBoard::mouseMoveEvent(QMouseEvent* event) {
  backend_.mouseMoved(event->position());
  host_.requestFrame();
}

void PanelBoard::mouseReleaseEvent(QMouseEvent* event) {
  backend_.mouseButton(*event, false);
  host_.requestFrame();
}

void PanelBoard::wheelEvent(QWheelEvent* event) {
  backend_.wheelTurned(*event);
  host_.requestFrame();
  event->accept();
}

void PanelBoard::keyPressEvent(QKeyEvent* event) {
  if (!backend_.wantsText()) {
    if (!byKeyboard_ && source_.wantsKey(*event)) {
      source_.passKey(*event);
      return;
    }
    host_.undo.beginGesture();
  }
  backend_.keyChanged(*event, true);
  host_.requestFrame();
}

void PanelBoard::keyReleaseEvent(QKeyEvent* event) {
  backend_.keyChanged(*event, false);
  host_.requestFrame();
}

void PanelBoard::inputMethodEvent(QInputMethodEvent* event) {
  backend_.textCommitted(*event);
  event->accept();
  host_.requestFrame();
}

QVariant PanelBoard::inputMethodQuery(Qt::InputMethodQuery query) const {
  const QVariant answer = backend_.answerInputMethod(query);
  return answer.isValid() ? answer : QOpenGLWidget::inputMethodQuery(query);
}

void PanelBoard::focusOutEvent(QFocusEvent* event) {
  backend_.focusLost();
  byKeyboard_ = false;
  host_.requestFrame();
  QOpenGLWidget::focusOutEvent(event);
}

void PanelBoard::leaveEvent(QEvent* event) {
  if (!backend_.isMouseHeld()) {
    backend_.mouseLeft();
    host_.requestFrame();
  }
  QOpenGLWidget::leaveEvent(event);
}

}  // namespace scree
