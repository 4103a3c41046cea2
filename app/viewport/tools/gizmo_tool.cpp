#include "app/viewport/tools/gizmo_tool.h"

#include <fmt/format.h>

#include <QKeyEvent>
#include <QMouseEvent>
#include <cmath>
#include <utility>

#include "app/viewport/handles/qt_values.h"
#include "app/viewport/tools/gizmo_lines.h"

namespace scree {

namespace {

constexpr double kDragThreshold = 3.0;  // way from the press that makes a drag [px]
constexpr double kCentreReach = 11.0;   // distance from a centre within which a press takes it [px]

bool isEnter(int key) { return key == Qt::Key_Return || key == Qt::Key_Enter; }

/// Character of a number that a key types; 0 for other keys.
char characterOf(int key) {
  if (key >= Qt::Key_0 && key <= Qt::Key_9) {
    return static_cast<char>('0' + (key - Qt::Key_0));
  }
  switch (key) {
    case Qt::Key_Period:
      return '.';
    case Qt::Key_Comma:
      return ',';
    case Qt::Key_Minus:
      return '-';
    default:
      return 0;
  }
}

}  // namespace

GizmoMode GizmoTool::mode() const { return static_cast<GizmoMode>(context_.host.memory.gizmoMode); }

void GizmoTool::setMode(GizmoMode mode) {
  const auto index = chosenOrNotice();
  if (!index || (drag_ && drag_->moved)) {
    return;
  }
  if (mode == GizmoMode::rotate && std::holds_alternative<SensorSphere>(placed(*index).shape)) {
    context_.host.notify("A sphere looks the same however it is turned");
  }
  context_.host.memory.gizmoMode = static_cast<int>(mode);
  forget();
  context_.host.requestFrame();
}

void GizmoTool::restrictAxis(int axis) {
  if (!chosenOrNotice()) {
    return;
  }
  axisLock_ = toggled(axisLock_, axis);
  if (drag_) {
    GizmoDrag& drag = drag_->drag;
    drag.handle = axisLock_ ? handleFor(mode(), drag.shape, *axisLock_) : GizmoHandle{};
    drag.typed.clear();
    apply();
  }
  context_.host.requestFrame();
}

void GizmoTool::forget() {
  axisLock_.reset();
  drag_.reset();
}

std::optional<std::uint32_t> GizmoTool::centreAt(const QPointF& point) const {
  std::optional<std::uint32_t> nearest;
  double best = kCentreReach;
  for (const SensorHandle& handle : centres()) {
    const double distance =
        std::hypot(point.x() - static_cast<double>(handle.x), point.y() - static_cast<double>(handle.y));
    if (distance <= best) {
      nearest = handle.index;
      best = distance;
    }
  }
  return nearest;
}

bool GizmoTool::hasGizmo() const { return chosen() && areShown() && context_.views.split().sides[0].shown; }

bool GizmoTool::isHeld(std::uint32_t index) const { return drag_ && drag_->index == index; }

bool GizmoTool::isMoved() const { return drag_ && drag_->moved; }

std::vector<GizmoShape> GizmoTool::gizmo() const {
  if (!hasGizmo()) {
    return {};
  }
  const PlacedThing thing = placed(*chosen());
  std::vector<GizmoShape> shapes = gizmoShapes(mode(), thing.shape, thing.pose, context_.picker.projection(0));
  std::erase_if(shapes, [&](const GizmoShape& shape) { return !allows(thing, shape.handle); });
  return shapes;
}

bool GizmoTool::allows(const PlacedThing& thing, const GizmoHandle& handle) {
  switch (handle.part) {
    case GizmoPart::ring:
      return thing.turns;
    case GizmoPart::size:
      return thing.sizes[static_cast<std::size_t>(handle.axis)];
    case GizmoPart::whole:
    case GizmoPart::normal:
      return thing.scales;
    default:
      return true;
  }
}

GizmoOverlay GizmoTool::gizmoOverlay() const {
  GizmoOverlay overlay;
  if (!hasGizmo()) {
    return overlay;
  }
  const std::uint32_t index = *chosen();
  const PlacedThing thing = placed(index);
  const GizmoView view = context_.picker.projection(0);
  const bool isTaken = isHeld(index);
  std::optional<GizmoHandle> held;
  if (isTaken) {
    held = drag_->drag.handle;
  } else if (axisLock_) {
    held = handleFor(mode(), thing.shape, *axisLock_);
  }
  if (held) {
    GizmoLine guide;
    for (const Vec2& at : guideOf(*held, thing.pose, view)) {
      guide.points.push_back(overlayPoint(at));
    }
    guide.axis = held->axis;
    guide.faint = true;
    overlay.lines.push_back(std::move(guide));
  }
  for (const GizmoShape& shape : gizmo()) {
    const bool isIt = held == shape.handle;
    if (isTaken && drag_->moved && !isIt) {
      continue;
    }
    GizmoLine& line = overlay.lines.emplace_back(gizmoLineOf(shape));
    line.hot = isIt || (!held && hotHandle_ == shape.handle);
    line.faint = held.has_value() && !isIt;
  }
  if (isTaken && drag_->moved) {
    const Vec2 centre = view.pixelOf(thing.pose.position).value_or(pixels(drag_->last));
    const Vec2 at = drag_->byMouse ? pixels(drag_->last) : centre;
    overlay.label = drag_->label;
    overlay.hint =
        fmt::format("Shift fine · Ctrl {:.3g} mm, {:.0f}° · X Y Z · number · Esc", 1e3 * drag_->step, kAngleStep);
    overlay.x = static_cast<float>(at.x());
    overlay.y = static_cast<float>(at.y());
  }
  return overlay;
}

void GizmoTool::overlay(PanelContext& panels, const ProbeRect& free) const {
  drawGizmo(panels, gizmoOverlay(), free);
  drawSensorHandles(panels, centres(), free);
}

bool GizmoTool::hover(const QPointF& point, bool taken) {
  hotThing_ = taken ? std::nullopt : centreAt(point);
  hotHandle_ = taken || hotThing_ ? std::nullopt : handleUnder(gizmo(), pixels(point));
  return hotThing_ || hotHandle_;
}

void GizmoTool::leave() {
  hotThing_.reset();
  hotHandle_.reset();
}

bool GizmoTool::press(const QMouseEvent& event) {
  if (event.button() != Qt::LeftButton) {
    return false;
  }
  finish();  // a change by typed numbers stays in force
  const QPointF point = event.position();
  if (const auto index = centreAt(point)) {
    take(*index, GizmoHandle{}, point);
    return true;
  }
  const auto handle = handleUnder(gizmo(), pixels(point));
  if (handle) {
    take(*chosen(), *handle, point);
  }
  return handle.has_value();
}

void GizmoTool::take(std::uint32_t index, const GizmoHandle& handle, const QPointF& point) {
  if (chosen() != index) {
    axisLock_.reset();
  }
  choose(index);
  const PlacedThing thing = placed(index);
  Drag& taken = drag_.emplace();
  taken.index = index;
  taken.drag = {
      .handle = handle, .start = thing.pose, .shape = thing.shape, .press = pixels(point), .pointer = pixels(point)};
  if (axisLock_ && handle.part == GizmoPart::view) {
    taken.drag.handle = handleFor(mode(), thing.shape, *axisLock_);
  }
  taken.step = snapStep();
  taken.press = taken.last = point;
  begin(index);
}

bool GizmoTool::move(const QMouseEvent& event) {
  if (!drag_ || !drag_->byMouse) {
    return true;
  }
  const QPointF way = event.position() - drag_->press;
  drag_->moved = drag_->moved || std::hypot(way.x(), way.y()) >= kDragThreshold;
  const double pace = event.modifiers().testFlag(Qt::ShiftModifier) ? kFineMotion : 1.0;
  drag_->drag.pointer += pace * pixels(event.position() - drag_->last);
  drag_->drag.snaps = event.modifiers().testFlag(Qt::ControlModifier);
  drag_->last = event.position();
  apply();
  return true;
}

void GizmoTool::apply() {
  if (!drag_ || !drag_->moved || !isThere(drag_->index)) {
    return;
  }
  const PlacedThing thing = placed(drag_->index);
  if (!allows(thing, drag_->drag.handle)) {
    drag_->label = "has no such handle";
    return;
  }
  const GizmoResult result = dragged(drag_->drag, context_.picker.projection(0), drag_->step);
  const std::string& typed = drag_->drag.typed;
  drag_->limit = typed.empty() ? std::string() : result.limit;
  drag_->label = typed.empty() ? result.label : fmt::format("{}   [{}]", result.label, typed);
  change(drag_->index, result.pose, result.shape, !typed.empty() || drag_->drag.snaps);
}

void GizmoTool::release(const QMouseEvent& event) {
  if (event.button() != Qt::LeftButton || (drag_ && !drag_->byMouse)) {
    return;
  }
  if (drag_ && !drag_->moved && drag_->drag.handle.part == GizmoPart::view) {
    clicked(drag_->index);
  }
  if (drag_ && drag_->moved) {
    axisLock_.reset();
  }
  finish();
}

void GizmoTool::finish() {
  if (drag_) {
    const bool moved = drag_->moved;
    const std::string limit = std::move(drag_->limit);
    drag_.reset();
    ended(moved);
    if (moved && !limit.empty()) {
      context_.host.notify(limit);
    }
  }
}

bool GizmoTool::cancel() {
  const bool hadAxis = std::exchange(axisLock_, std::nullopt).has_value();
  if (!drag_) {
    return hadAxis;
  }
  if (drag_->moved && isThere(drag_->index)) {
    putBack(drag_->index);
  }
  drag_.reset();
  return true;
}

bool GizmoTool::wantsKey(const QKeyEvent& event) const {
  constexpr Qt::KeyboardModifiers kOthers = Qt::AltModifier | Qt::MetaModifier;
  if ((event.modifiers() & kOthers) != 0) {
    return false;
  }
  if (!drag_) {
    return axisLock_ && chosen() && characterOf(event.key()) != 0;
  }
  const bool takesNumbers = drag_->drag.handle.part != GizmoPart::normal;
  return isEnter(event.key()) || event.key() == Qt::Key_Backspace || (takesNumbers && characterOf(event.key()) != 0);
}

void GizmoTool::key(const QKeyEvent& event) {
  if (!drag_) {
    context_.host.undo.beginGesture();
    const std::uint32_t index = *chosen();
    const auto centre = context_.picker.pixelAt(placed(index).pose.position);
    take(index, GizmoHandle{}, centre.value_or(QPointF()));
    drag_->byMouse = false;
  }
  GizmoDrag& drag = drag_->drag;
  if (isEnter(event.key())) {
    finish();
    axisLock_.reset();
    return;
  }
  if (event.key() == Qt::Key_Backspace) {
    if (!drag.typed.empty()) {
      drag.typed.pop_back();
    }
  } else if (typeNumber(drag.typed, characterOf(event.key()))) {
    // A number needs an axis: takes the first free one.
    if (drag.handle.part == GizmoPart::view) {
      drag.handle = {GizmoPart::axis, 0};
    } else if (drag.handle.part == GizmoPart::plane) {
      drag.handle = {GizmoPart::axis, (drag.handle.axis + 1) % 3};
    }
  }
  drag_->moved = true;
  apply();
}

}  // namespace scree
