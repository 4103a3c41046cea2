#pragma once

#include <QByteArray>
#include <QPointF>
#include <QVariant>
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

/// Runs Dear ImGui inside a QOpenGLWidget: takes Qt events, makes frames. Each widget has a backend with its own
/// context.
class ImGuiBackend {
 public:
  explicit ImGuiBackend(QWidget& host);
  ~ImGuiBackend();
  ImGuiBackend(const ImGuiBackend&) = delete;
  ImGuiBackend& operator=(const ImGuiBackend&) = delete;

  /// Makes the objects on the GPU. The widget's GL context must be current; may be called again with another context.
  void initialiseGraphics();
  void releaseGraphics();

  /// Sets theme and size of letters from the next drawn frame on; `scale` is a factor on the usual size.
  void setLook(Theme theme, float scale);

  /// Starts a frame with as much of the waiting input as one frame can take. With `mayDraw` the GL context must be
  /// current: the font is rebuilt if the pixel ratio or the look has changed.
  void beginFrame(bool mayDraw);
  void endFrame();
  /// Draws the frame into the bound framebuffer.
  void draw();

  /// True if a point [logical px] is over a window of ImGui, or a popup is open. Valid at once for a press, whereas
  /// io.WantCaptureMouse is valid one frame later.
  bool covers(const QPointF& point) const;
  bool wantsText() const;
  bool hasPendingInput() const { return !input_.empty(); }
  bool isKeyHeld() const;
  /// True if ImGui has been told that a mouse button is down.
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
  /// Ends text editing and takes the focus from all windows in the next frame, after a click into the scene.
  void clearFocus();
  /// Answer to an input method: whether text is wanted and where its cursor is; invalid for other questions.
  QVariant answerInputMethod(Qt::InputMethodQuery query) const;
  /// Lets the keyboard go from control to control.
  void enableNavigation();

 private:
  static const char* clipboardText(void* self);
  static void setClipboardText(void* self, const char* text);
  void makeCurrent() const;
  void updateCursor();

  QWidget& host_;
  ImGuiContext* context_;
  InputQueue input_;
  QByteArray clipboard_;
  QPointF textCursor_;           ///< place of the text cursor [logical px]
  std::array<bool, 64> held_{};  ///< keys that ImGui has been told are down, by ImGuiKey
  std::chrono::steady_clock::time_point lastFrame_;
  Theme theme_ = Theme::dark;
  float scale_ = 1.0f;
  double fontScale_ = 0.0;  ///< device pixels a logical pixel of the font; 0: the font must be made anew
  bool hasGraphics_ = false;
  bool clearFocus_ = false;
};

}  // namespace scree
