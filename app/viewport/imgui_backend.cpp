#include "app/viewport/imgui_backend.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include <QClipboard>
#include <QGuiApplication>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <QWidget>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "app/viewport/typed_number.h"
#include "app/widgets/fonts.h"
#include "app/widgets/widgets.h"

namespace scree {

namespace {

constexpr float kFontSize = 15.0f;  // size of letters [logical px]

constexpr std::array<std::pair<int, ImGuiKey>, 23> kKeys = {{
    {Qt::Key_Tab, ImGuiKey_Tab},
    {Qt::Key_Left, ImGuiKey_LeftArrow},
    {Qt::Key_Right, ImGuiKey_RightArrow},
    {Qt::Key_Up, ImGuiKey_UpArrow},
    {Qt::Key_Down, ImGuiKey_DownArrow},
    {Qt::Key_PageUp, ImGuiKey_PageUp},
    {Qt::Key_PageDown, ImGuiKey_PageDown},
    {Qt::Key_Home, ImGuiKey_Home},
    {Qt::Key_End, ImGuiKey_End},
    {Qt::Key_Insert, ImGuiKey_Insert},
    {Qt::Key_Delete, ImGuiKey_Delete},
    {Qt::Key_Backspace, ImGuiKey_Backspace},
    {Qt::Key_Space, ImGuiKey_Space},
    {Qt::Key_Return, ImGuiKey_Enter},
    {Qt::Key_Enter, ImGuiKey_KeyPadEnter},
    {Qt::Key_Escape, ImGuiKey_Escape},
    {Qt::Key_A, ImGuiKey_A},
    {Qt::Key_C, ImGuiKey_C},
    {Qt::Key_V, ImGuiKey_V},
    {Qt::Key_X, ImGuiKey_X},
    {Qt::Key_Y, ImGuiKey_Y},
    {Qt::Key_Z, ImGuiKey_Z},
    {Qt::Key_Backtab, ImGuiKey_Tab},
}};

std::optional<int> keyOf(int qtKey) {
  const auto found = std::find_if(kKeys.begin(), kKeys.end(), [&](const auto& one) { return one.first == qtKey; });
  return found == kKeys.end() ? std::nullopt : std::optional<int>(found->second);
}

std::optional<int> buttonOf(Qt::MouseButton button) {
  switch (button) {
    case Qt::LeftButton:
      return 0;
    case Qt::RightButton:
      return 1;
    case Qt::MiddleButton:
      return 2;
    default:
      return std::nullopt;
  }
}

Modifiers modifiersOf(Qt::KeyboardModifiers modifiers) {
  return {modifiers.testFlag(Qt::ControlModifier), modifiers.testFlag(Qt::ShiftModifier),
          modifiers.testFlag(Qt::AltModifier)};
}

PointerMove pointerAt(const QPointF& point) { return {static_cast<float>(point.x()), static_cast<float>(point.y())}; }

/// Printable text of a key event; control characters are keys, not text.
std::string typedText(const QKeyEvent& event) {
  QString shown;
  if (!(event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))) {
    for (const QChar c : event.text()) {
      if (c.unicode() >= 32 && c.unicode() != 127) {
        shown.append(c);
      }
    }
  }
  return shown.toStdString();
}

Qt::CursorShape shapeOf(ImGuiMouseCursor cursor) {
  switch (cursor) {
    case ImGuiMouseCursor_TextInput:
      return Qt::IBeamCursor;
    case ImGuiMouseCursor_ResizeAll:
      return Qt::SizeAllCursor;
    case ImGuiMouseCursor_ResizeNS:
      return Qt::SizeVerCursor;
    case ImGuiMouseCursor_ResizeEW:
      return Qt::SizeHorCursor;
    case ImGuiMouseCursor_ResizeNESW:
      return Qt::SizeBDiagCursor;
    case ImGuiMouseCursor_ResizeNWSE:
      return Qt::SizeFDiagCursor;
    case ImGuiMouseCursor_Hand:
      return Qt::PointingHandCursor;
    case ImGuiMouseCursor_NotAllowed:
      return Qt::ForbiddenCursor;
    default:
      return Qt::ArrowCursor;
  }
}

}  // namespace

ImGuiBackend::ImGuiBackend(QWidget& host)
    : host_(host), context_(ImGui::CreateContext()), lastFrame_(std::chrono::steady_clock::now()) {
  makeCurrent();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // the layout is kept in the application's settings
  io.LogFilename = nullptr;
  io.BackendPlatformName = "scree_qt";
  io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  io.ConfigInputTextCursorBlink = false;  // a blinking cursor would need frames while nothing changes
  for (const auto& [qt, key] : kKeys) {
    io.KeyMap[key] = key;
  }
  io.GetClipboardTextFn = clipboardText;
  io.SetClipboardTextFn = setClipboardText;
  io.ClipboardUserData = this;
  io.MousePos = {-FLT_MAX, -FLT_MAX};
  applyTheme(kFontSize);
}

ImGuiBackend::~ImGuiBackend() {
  makeCurrent();
  ImGui::DestroyContext(context_);
}

void ImGuiBackend::makeCurrent() const { ImGui::SetCurrentContext(context_); }

void ImGuiBackend::initialiseGraphics() {
  releaseGraphics();
  ImGui_ImplOpenGL3_Init("#version 330 core");
  hasGraphics_ = true;
  fontScale_ = 0.0;
}

void ImGuiBackend::releaseGraphics() {
  makeCurrent();
  if (hasGraphics_) {
    ImGui_ImplOpenGL3_Shutdown();
    hasGraphics_ = false;
  }
}

void ImGuiBackend::setLook(Theme theme, float scale) {
  theme_ = theme;
  scale_ = scale;
  fontScale_ = 0.0;
}

void ImGuiBackend::beginFrame(bool mayDraw) {
  makeCurrent();
  ImGuiIO& io = ImGui::GetIO();
  const double ratio = host_.devicePixelRatioF();
  if (mayDraw && ratio != fontScale_) {
    applyTheme(kFontSize * scale_, theme_);
    loadFont(kFontSize * scale_, static_cast<float>(ratio));
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
    fontScale_ = ratio;
  }
  if (mayDraw) {
    ImGui_ImplOpenGL3_NewFrame();
  }
  io.DisplaySize = {static_cast<float>(host_.width()), static_cast<float>(host_.height())};
  io.DisplayFramebufferScale = {static_cast<float>(ratio), static_cast<float>(ratio)};
  const auto now = std::chrono::steady_clock::now();
  io.DeltaTime = std::max(1e-5f, std::chrono::duration<float>(now - lastFrame_).count());
  lastFrame_ = now;
  input_.applyFrame(io);
  if (std::exchange(clearFocus_, false)) {
    ImGui::ClearActiveID();
    ImGui::FocusWindow(nullptr);
  }
  ImGui::NewFrame();
}

void ImGuiBackend::endFrame() {
  ImGui::Render();
  const ImGuiContext& g = *context_;
  textCursor_ = QPointF(static_cast<double>(g.PlatformImePos.x), static_cast<double>(g.PlatformImePos.y));
  updateCursor();
}

void ImGuiBackend::draw() {
  makeCurrent();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void ImGuiBackend::updateCursor() {
  if (!ImGui::GetIO().WantCaptureMouse) {
    if (host_.testAttribute(Qt::WA_SetCursor)) {
      host_.unsetCursor();
    }
    return;
  }
  const Qt::CursorShape shape = shapeOf(ImGui::GetMouseCursor());
  if (!host_.testAttribute(Qt::WA_SetCursor) || host_.cursor().shape() != shape) {
    host_.setCursor(shape);
  }
}

bool ImGuiBackend::covers(const QPointF& point) const {
  const ImGuiContext& g = *context_;
  if (g.OpenPopupStack.Size > 0) {
    return true;
  }
  const ImVec2 at(static_cast<float>(point.x()), static_cast<float>(point.y()));
  return std::any_of(g.Windows.begin(), g.Windows.end(), [&](const ImGuiWindow* window) {
    return window->Active && !window->Hidden && !(window->Flags & ImGuiWindowFlags_NoMouseInputs) &&
           window->OuterRectClipped.Contains(at);
  });
}

bool ImGuiBackend::wantsText() const { return context_->IO.WantTextInput; }

bool ImGuiBackend::hasPopup() const { return context_->OpenPopupStack.Size > 0; }

bool ImGuiBackend::isMouseHeld() const {
  const ImGuiIO& io = context_->IO;
  return std::any_of(std::begin(io.MouseDown), std::end(io.MouseDown), [](bool down) { return down; });
}

bool ImGuiBackend::isKeyHeld() const { return std::find(held_.begin(), held_.end(), true) != held_.end(); }

void ImGuiBackend::mouseMoved(const QPointF& point) { input_.push(pointerAt(point)); }

void ImGuiBackend::mouseLeft() { input_.push(PointerLeave{}); }

void ImGuiBackend::mouseButton(const QMouseEvent& event, bool down) {
  if (const auto button = buttonOf(event.button())) {
    input_.push(modifiersOf(event.modifiers()));
    input_.push(pointerAt(event.position()));
    input_.push(PointerButton{*button, down});
  }
}

void ImGuiBackend::wheelTurned(const QWheelEvent& event) {
  input_.push(modifiersOf(event.modifiers()));
  input_.push(pointerAt(event.position()));
  // A notch of a wheel is 120 units; touchpads send parts of a notch.
  input_.push(WheelTurn{-static_cast<float>(event.angleDelta().x()) / 120.0f,
                        static_cast<float>(event.angleDelta().y()) / 120.0f});
}

void ImGuiBackend::keyChanged(const QKeyEvent& event, bool down) {
  Modifiers modifiers = modifiersOf(event.modifiers());
  // The event of a modifier key has the modifiers from before it.
  if (event.key() == Qt::Key_Control) {
    modifiers.control = down;
  } else if (event.key() == Qt::Key_Shift) {
    modifiers.shift = down;
  } else if (event.key() == Qt::Key_Alt) {
    modifiers.alt = down;
  }
  input_.push(modifiers);
  const std::string typed = typedText(event);
  const auto key = keyOf(event.key());
  // A key that types is passed on as text only: text needs no frame of its own (imgui_input.h). Outside of text fields
  // Space is the key that presses a control.
  const bool isText = !typed.empty() && (event.key() != Qt::Key_Space || wantsText());
  if (key && !event.isAutoRepeat() && (down ? !isText : held_[static_cast<std::size_t>(*key)])) {
    held_[static_cast<std::size_t>(*key)] = down;
    input_.push(KeyChange{*key, down});
  }
  if (down && !typed.empty()) {
    input_.push(TextTyped{typed});
  }
}

void ImGuiBackend::textCommitted(const QInputMethodEvent& event) {
  if (!event.commitString().isEmpty()) {
    input_.push(TextTyped{event.commitString().toStdString()});
  }
}

void ImGuiBackend::focusLost() {
  held_.fill(false);
  input_.push(ReleaseAll{});
}

void ImGuiBackend::closePopups() {
  makeCurrent();
  ImGui::ClosePopupsOverWindow(nullptr, false);
}

void ImGuiBackend::clearFocus() { clearFocus_ = true; }

void ImGuiBackend::enableNavigation() {
  makeCurrent();
  ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
}

QVariant ImGuiBackend::answerInputMethod(Qt::InputMethodQuery query) const {
  if (query == Qt::ImEnabled) {
    return wantsText();
  }
  if (query == Qt::ImCursorRectangle) {
    constexpr double kFar = 1e5;  // before the first text field ImGui has no place
    const bool known = std::abs(textCursor_.x()) < kFar && std::abs(textCursor_.y()) < kFar;
    return known ? QRectF(textCursor_, QSizeF(1.0, 18.0)) : QRectF();
  }
  return {};
}

const char* ImGuiBackend::clipboardText(void* self) {
  auto& backend = *static_cast<ImGuiBackend*>(self);
  backend.clipboard_ = QByteArray::fromStdString(textForField(QGuiApplication::clipboard()->text().toStdString()));
  return backend.clipboard_.constData();
}

void ImGuiBackend::setClipboardText(void* /*self*/, const char* text) {
  QGuiApplication::clipboard()->setText(QString::fromUtf8(text));
}

}  // namespace scree
