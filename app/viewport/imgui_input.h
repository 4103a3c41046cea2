#pragma once

#include <deque>
#include <string>
#include <variant>

struct ImGuiIO;

// Input for Dear ImGui 1.86, which knows only the present state of buttons and keys: a press and release within one
// frame would be lost, and a fast drag would lose its last position. The queue hands a few events to each frame (the
// "trickling" that ImGui 1.87 introduced).
namespace scree {

struct PointerMove {
  float x = 0.0f;
  float y = 0.0f;
};
/// The pointer has left the widget.
struct PointerLeave {};
struct PointerButton {
  int button = 0;  ///< number of the button: 0 left, 1 right, 2 middle
  bool down = false;
};
struct WheelTurn {
  float x = 0.0f;  ///< notches to the right
  float y = 0.0f;
};
/// Change of a key that ImGui has a name for.
struct KeyChange {
  int key = 0;  ///< value of ImGuiKey
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
/// All buttons and keys go up: the window has lost the focus.
struct ReleaseAll {};

using InputEvent =
    std::variant<PointerMove, PointerLeave, PointerButton, WheelTurn, KeyChange, Modifiers, TextTyped, ReleaseAll>;

class InputQueue {
 public:
  void push(InputEvent event) { waiting_.push_back(std::move(event)); }
  bool empty() const { return waiting_.empty(); }
  /// Applies the waiting events that one frame can take. Stops before a second change of a button, a move after a
  /// button or the wheel, a release after a move, the wheel after a move or a button, a button after the wheel, a
  /// second key, text after a key, and modifiers after a key or a button.
  void applyFrame(ImGuiIO& io);

 private:
  std::deque<InputEvent> waiting_;
};

}  // namespace scree
