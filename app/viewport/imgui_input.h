#pragma once

#include <deque>
#include <string>
#include <variant>

struct ImGuiIO;

// Dear ImGui 1.86 knows only the present state of buttons and keys, so a press and release within one frame is lost
// and a fast drag loses its last position. This queue hands events over a few at a time, frame by frame (the
// "trickling" that 1.87 introduced; interface.md 3.5, platform.md 2.3).
namespace scree {

struct PointerMove {
  float x = 0.0f;
  float y = 0.0f;
};
/// Tells ImGui that the pointer is nowhere.
struct PointerLeave {};
struct PointerButton {
  int button = 0;  ///< 0 left, 1 right, 2 middle
  bool down = false;
};
struct WheelTurn {
  float x = 0.0f;  ///< notches
  float y = 0.0f;
};
/// A key that ImGui has a name for.
struct KeyChange {
  int key = 0;  ///< ImGuiKey_
  bool down = false;
};
struct Modifiers {
  bool control = false;
  bool shift = false;
  bool alt = false;
  bool operator==(const Modifiers&) const = default;
};
struct TextTyped {
  std::string utf8;
};
/// All buttons and keys up: the window lost the focus.
struct ReleaseAll {};

using InputEvent =
    std::variant<PointerMove, PointerLeave, PointerButton, WheelTurn, KeyChange, Modifiers, TextTyped, ReleaseAll>;

class InputQueue {
 public:
  void push(InputEvent event) { waiting_.push_back(std::move(event)); }
  bool empty() const { return waiting_.empty(); }
  /// Applies what one frame can take. Stops before: a second change of a button; a move after a button change; a
  /// release after a move; a wheel after a move or button; a second key, or text after a key.
  void applyFrame(ImGuiIO& io);

 private:
  std::deque<InputEvent> waiting_;
};

}  // namespace scree
