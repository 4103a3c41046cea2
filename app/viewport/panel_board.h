#pragma once

#include <QOpenGLWidget>
#include <functional>
#include <optional>

#include "app/viewport/camera/view_host.h"
#include "app/viewport/imgui_backend.h"

namespace scree {

/// Widget of the panels, drawn by Dear ImGui in an OpenGL widget of its own, so that a dock can hold it beside the
/// view and the view is never covered. Its frames come with those of the viewport.
class PanelBoard : public QOpenGLWidget {
  Q_OBJECT

 public:
  /// Functions of the viewport that the board calls.
  struct Source {
    std::function<PanelContext(Probes&)> context;  ///< data for the panels of a frame
    /// Follows up a frame of the panels; the grain picked before it.
    std::function<void(const std::optional<ParticleId>&)> finished;
    std::function<void()> anotherFrame;              ///< asks for one more frame, which is no answer to input
    std::function<bool()> mayBuild;                  ///< true once the viewport has drawn
    std::function<bool(const QKeyEvent&)> wantsKey;  ///< true for a key that a tool of the view takes
    std::function<void(const QKeyEvent&)> passKey;   ///< hands such a key to the view
  };
  PanelBoard(const ViewHost& host, Source source);
  ~PanelBoard() override;

  void setLook(Theme theme, float scale);
  /// Names and rectangles of the widgets in the last frame [logical px of the board].
  const Probes& probes() const { return probes_; }
  /// True if all input is handled and no panel changes its size in the next frame.
  bool isSettled() const;
  bool hasPendingInput() const { return backend_.hasPendingInput(); }
  /// True while a mouse button is held on a panel.
  bool isMouseHeld() const { return backend_.isMouseHeld(); }
  /// Hands waiting input to the panels in at most `frames` frames that are built but not drawn.
  void drainInput(int frames);
  /// Closes an open combo box or list. Returns false if none is open.
  bool closePopup();
  /// Gives the panels the keyboard: arrows go from control to control, Space and Enter press.
  void takeKeyboard();

 protected:
  void initializeGL() override;
  void paintGL() override;
  bool event(QEvent* event) override;
  bool focusNextPrevChild(bool) override { return false; }
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override { mousePressEvent(event); }
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void inputMethodEvent(QInputMethodEvent* event) override;
  QVariant inputMethodQuery(Qt::InputMethodQuery query) const override;
  void focusOutEvent(QFocusEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  void build(bool mayDraw);
  bool wantsText();
  void releaseGraphics();

  const ViewHost& host_;
  Source source_;
  ImGuiBackend backend_;
  Probes probes_;
  bool byKeyboard_ = false;  ///< the panels were reached by the keyboard and keep its keys
};

}  // namespace scree
