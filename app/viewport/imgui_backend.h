#pragma once

#include <QByteArray>
#include <QPointF>
#include <array>
#include <chrono>

#include "app/viewport/imgui_input.h"
#include "app/widgets/theme.h"

class QInputMethodEvent;
class QKeyEvent;
class QMouseEvent;
class QWheelEvent;
class QWidget;
struct ImGuiContext;

namespace scree {

/// Runs Dear ImGui inside a QOpenGLWidget: Qt events in, frames out. One for each widget, each with its own context.
class ImGuiBackend {
 public:
  explicit ImGuiBackend(QWidget& host);
  ~ImGuiBackend();
  ImGuiBackend(const ImGuiBackend&) = delete;
  ImGuiBackend& operator=(const ImGuiBackend&) = delete;

  /// With the widget's GL context current; safe to call again with another one.
  void initialiseGraphics();
  void releaseGraphics();

  /// From the next drawn frame on; `scale` is that of the letters, 1 as designed.
  void setLook(Theme theme, float scale);

  /// Starts a frame with as much input as it can take. Rebuilds the font when the pixel ratio changed, so only with
  /// the GL context current when `mayDraw`.
  void beginFrame(bool mayDraw);
  void endFrame();
  /// Draws the frame into the bound framebuffer.
  void draw();

  /// True when a point (logical pixels) is over a window or a popup is open: asked at press time, not a frame later
  /// as io.WantCaptureMouse would be.
  bool covers(const QPointF& point) const;
  bool wantsText() const;
  bool hasPendingInput() const { return !input_.empty(); }
  bool isKeyHeld() const;
  /// Whether a button is down that the panels have.
  bool isMouseHeld() const;
  bool hasPopup() const;
  void closePopups();

  void mouseMoved(const QPointF& point);
  void mouseLeft();
  void mouseButton(const QMouseEvent& event, bool down);
  void wheelTurned(const QWheelEvent& event);
  void keyChanged(const QKeyEvent& event, bool down);
  void textCommitted(const QInputMethodEvent& event);
  void focusLost();
  /// Ends text editing and unfocuses: the user clicked into the scene.
  void clearFocus();
  /// Where the text cursor is, for input methods.
  QPointF textCursor() const { return textCursor_; }

 private:
  static const char* clipboardText(void* self);
  static void setClipboardText(void* self, const char* text);
  void makeCurrent() const;
  void updateCursor();

  QWidget& host_;
  ImGuiContext* context_;
  InputQueue input_;
  QByteArray clipboard_;
  QPointF textCursor_;
  std::array<bool, 64> held_{};  ///< keys that ImGui was told are down
  std::chrono::steady_clock::time_point lastFrame_;
  Theme theme_ = Theme::dark;
  float scale_ = 1.0f;
  double fontScale_ = 0.0;  ///< device pixels a logical one that the font was made for, 0: it is to be made anew
  bool hasGraphics_ = false;
  bool clearFocus_ = false;
};

}  // namespace scree
