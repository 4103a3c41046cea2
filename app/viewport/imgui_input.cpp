#include "app/viewport/imgui_input.h"

#include <imgui.h>

#include <array>
#include <cfloat>
#include <cstddef>

#include "app/viewport/typed_number.h"

namespace scree {

namespace {

/// Events that a frame has taken so far; takes() tells whether it can take one more.
struct FrameTaken {
  bool moved = false;
  bool anyButton = false;
  bool wheel = false;
  bool key = false;
  std::array<bool, ImGuiMouseButton_COUNT> button{};

  bool takes(const PointerMove&) const { return !anyButton && !wheel; }
  bool takes(const PointerLeave&) const { return !anyButton && !wheel; }
  bool takes(const PointerButton& event) const {
    return !button[static_cast<std::size_t>(event.button)] && !wheel && (event.down || !moved);
  }
  bool takes(const WheelTurn&) const { return !anyButton && !moved; }
  bool takes(const KeyChange&) const { return !key; }
  bool takes(const Modifiers&) const { return !key && !anyButton; }
  bool takes(const TextTyped&) const { return !key; }
  bool takes(const ReleaseAll&) const { return !anyButton && !key; }
};

struct Apply {
  ImGuiIO& io;
  FrameTaken& taken;

  void operator()(const PointerMove& event) const {
    // A turn of the wheel comes with a move to its position: only a real move makes the wheel wait a frame.
    taken.moved = taken.moved || io.MousePos.x != event.x || io.MousePos.y != event.y;
    io.MousePos = {event.x, event.y};
  }
  void operator()(const PointerLeave&) const { io.MousePos = {-FLT_MAX, -FLT_MAX}; }
  void operator()(const PointerButton& event) const {
    const auto index = static_cast<std::size_t>(event.button);
    io.MouseDown[index] = event.down;
    taken.button[index] = true;
    taken.anyButton = true;
  }
  void operator()(const WheelTurn& event) const {
    io.MouseWheelH += event.x;
    io.MouseWheel += event.y;
    taken.wheel = true;
  }
  void operator()(const KeyChange& event) const {
    io.KeysDown[event.key] = event.down;
    taken.key = true;
  }
  void operator()(const Modifiers& event) const {
    io.KeyCtrl = event.control;
    io.KeyShift = event.shift;
    io.KeyAlt = event.alt;
  }
  void operator()(const TextTyped& event) const { io.AddInputCharactersUTF8(textForField(event.utf8).c_str()); }
  void operator()(const ReleaseAll&) const {
    for (bool& down : io.MouseDown) {
      down = false;
    }
    for (bool& down : io.KeysDown) {
      down = false;
    }
    io.KeyCtrl = io.KeyShift = io.KeyAlt = false;
    taken.anyButton = true;
    taken.key = true;
    taken.button.fill(true);
  }
};

}  // namespace

void InputQueue::applyFrame(ImGuiIO& io) {
  FrameTaken taken;
  while (!waiting_.empty() && std::visit([&](const auto& event) { return taken.takes(event); }, waiting_.front())) {
    const InputEvent event = std::move(waiting_.front());
    waiting_.pop_front();
    std::visit(Apply{io, taken}, event);
  }
}

}  // namespace scree
