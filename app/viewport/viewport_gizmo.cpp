#include <fmt/format.h>

#include <QKeyEvent>
#include <QMouseEvent>
#include <cmath>
#include <utility>

#include "app/document/simulation.h"
#include "app/ui_state/sensor_edits.h"
#include "app/viewport/qt_values.h"
#include "app/viewport/viewport.h"

// Split sensors in the hand: their gizmo, dragging it, restricting it by keys, and numbers typed meanwhile.
namespace scree {

namespace {

constexpr double kDragThreshold = 3.0;  // px

std::array<float, 2> floats(const Vec2& at) { return {static_cast<float>(at.x()), static_cast<float>(at.y())}; }

bool isEnter(int key) { return key == Qt::Key_Return || key == Qt::Key_Enter; }

/// The character of a number that a key types; 0 for other keys.
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

GizmoLine lineOf(const GizmoShape& shape) {
  GizmoLine line;
  line.name = shape.name;
  for (const Vec2& at : shape.line) {
    line.points.push_back(floats(at));
  }
  line.isInFront = shape.isInFront;
  const bool isOfAxis = shape.handle.part != GizmoPart::whole && shape.handle.part != GizmoPart::view;
  line.axis = isOfAxis ? shape.handle.axis : -1;
  line.filled = shape.filled;
  line.tip = static_cast<GizmoLine::Tip>(shape.tip);
  line.grip = floats(shape.grip);
  return line;
}

}  // namespace

GizmoView Viewport::gizmoView(std::size_t side) const {
  const TwinSide& seen = split_.sides[side];
  return {cameraOf(seen, camera_.camera()), width(), height(),
          static_cast<double>(seen.middle) / devicePixelRatioF() - 0.5 * width()};
}

std::vector<GizmoShape> Viewport::shownGizmo() const {
  const auto index = listedSensor();
  if (!index || !options_.showSensors || !split_.sides[0].shown) {
    return {};
  }
  const SnapshotSensor sensor = shownSensors(*simulation_.snapshot(), options_)[*index];
  return gizmoShapes(gizmoMode_, sensor.sensor.shape, sensor.pose, gizmoView(0));
}

GizmoOverlay Viewport::gizmoOverlay() const {
  GizmoOverlay overlay;
  const auto index = listedSensor();
  if (!index || !options_.showSensors || !split_.sides[0].shown) {
    return overlay;
  }
  const SnapshotSensor sensor = shownSensors(*simulation_.snapshot(), options_)[*index];
  const GizmoView view = gizmoView(0);
  const bool isHeld = sensorDrag_ && sensorDrag_->index == *index;
  std::optional<GizmoHandle> held;
  if (isHeld) {
    held = sensorDrag_->drag.handle;
  } else if (axisLock_) {
    held = handleFor(gizmoMode_, sensor.sensor.shape, *axisLock_);
  }
  if (held) {
    GizmoLine guide;
    for (const Vec2& at : guideOf(*held, sensor.pose, view)) {
      guide.points.push_back(floats(at));
    }
    guide.axis = held->axis;
    guide.faint = true;
    overlay.lines.push_back(std::move(guide));
  }
  for (const GizmoShape& shape : gizmoShapes(gizmoMode_, sensor.sensor.shape, sensor.pose, view)) {
    const bool isIt = held == shape.handle;
    if (isHeld && sensorDrag_->moved && !isIt) {
      continue;
    }
    GizmoLine& line = overlay.lines.emplace_back(lineOf(shape));
    line.hot = isIt || (!held && hotHandle_ == shape.handle);
    line.faint = held.has_value() && !isIt;
  }
  if (isHeld && sensorDrag_->moved) {
    const Vec2 centre = view.pixelOf(sensor.pose.position).value_or(pixels(sensorDrag_->last));
    const Vec2 at = sensorDrag_->byMouse ? pixels(sensorDrag_->last) : centre;
    overlay.label = sensorDrag_->label;
    overlay.hint =
        fmt::format("Shift fine · Ctrl {:.3g} mm, {:.0f}° · X Y Z · number · Esc", 1e3 * sensorDrag_->step, kAngleStep);
    overlay.x = static_cast<float>(at.x());
    overlay.y = static_cast<float>(at.y());
  }
  return overlay;
}

void Viewport::hoverSensors(const QPointF& point) {
  const bool covered = backend_.covers(point);
  hotSensor_ = covered ? std::nullopt : handleAt(point);
  hotHandle_ = covered || hotSensor_ ? std::nullopt : handleUnder(shownGizmo(), pixels(point));
  hotWipe_ = !hotSensor_ && !hotHandle_ && !covered && isOnWipeLine(point);
}

bool Viewport::takeHandleAt(const QPointF& point) {
  sensorDrag_.reset();  // what was typed stays as it is
  if (const auto index = handleAt(point)) {
    takeSensor(*index, GizmoHandle{}, point);
    return true;
  }
  const auto handle = handleUnder(shownGizmo(), pixels(point));
  if (handle) {
    takeSensor(*listedSensor(), *handle, point);
  }
  return handle.has_value();
}

void Viewport::takeSensor(std::uint32_t index, const GizmoHandle& handle, const QPointF& point) {
  const Snapshot& now = *simulation_.snapshot();
  const SplitSensor& sensor = wantedSensor(memory_.sensors, now, index);
  if (options_.selectedSensor != index) {
    axisLock_.reset();
  }
  options_.selectedSensor = index;
  SensorDrag& taken = sensorDrag_.emplace();
  taken.index = index;
  taken.before = sensor;
  taken.drag = {.handle = handle,
                .start = carrierPose(now, sensor.body) * sensor.pose,
                .shape = sensor.shape,
                .press = pixels(point),
                .pointer = pixels(point)};
  if (axisLock_ && handle.part == GizmoPart::view) {
    taken.drag.handle = handleFor(gizmoMode_, sensor.shape, *axisLock_);
  }
  taken.step = meanDiameter(now);
  taken.press = taken.last = point;
}

void Viewport::dragSensor(const QMouseEvent& event) {
  if (!sensorDrag_ || !sensorDrag_->byMouse) {
    return;
  }
  const QPointF way = event.position() - sensorDrag_->press;
  sensorDrag_->moved = sensorDrag_->moved || std::hypot(way.x(), way.y()) >= kDragThreshold;
  const double pace = event.modifiers().testFlag(Qt::ShiftModifier) ? kFineMotion : 1.0;
  sensorDrag_->drag.pointer += pace * pixels(event.position() - sensorDrag_->last);
  sensorDrag_->drag.snaps = event.modifiers().testFlag(Qt::ControlModifier);
  sensorDrag_->last = event.position();
  applySensorDrag();
}

void Viewport::applySensorDrag() {
  const Snapshot& now = *simulation_.snapshot();
  if (!sensorDrag_ || !sensorDrag_->moved || sensorDrag_->index >= now.scene.sensors.size()) {
    return;
  }
  const GizmoResult result = dragged(sensorDrag_->drag, gizmoView(0), sensorDrag_->step);
  const std::string& typed = sensorDrag_->drag.typed;
  sensorDrag_->label = typed.empty() ? result.label : fmt::format("{}   [{}]", result.label, typed);
  SplitSensor wanted = wantedSensor(memory_.sensors, now, sensorDrag_->index);
  wanted.pose = localPose(carrierPose(now, wanted.body), result.pose);
  wanted.shape = result.shape;
  changeSensor(sensorDrag_->index, wanted, memory_.sensors, poster());
}

void Viewport::releaseSensor() {
  if (sensorDrag_ && !sensorDrag_->byMouse) {
    return;
  }
  if (sensorDrag_ && !sensorDrag_->moved && sensorDrag_->drag.handle.part == GizmoPart::view) {
    layout_.reveal("sensors");  // a click: its numbers are wanted
  }
  if (sensorDrag_ && sensorDrag_->moved) {
    axisLock_.reset();
  }
  sensorDrag_.reset();
}

void Viewport::setGizmoMode(GizmoMode mode) {
  const auto index = selectedSensorOrNotice();
  if (!index || (sensorDrag_ && sensorDrag_->moved)) {
    return;
  }
  const SensorShape& shape = wantedSensor(memory_.sensors, *simulation_.snapshot(), *index).shape;
  if (mode == GizmoMode::rotate && std::holds_alternative<SensorSphere>(shape)) {
    notify("A sphere looks the same however it is turned");
  }
  gizmoMode_ = mode;
  memory_.sensors.gizmoMode = static_cast<int>(mode);
  axisLock_.reset();
  sensorDrag_.reset();
  requestFrame();
}

void Viewport::restrictAxis(int axis) {
  const auto index = selectedSensorOrNotice();
  if (!index) {
    return;
  }
  axisLock_ = toggled(axisLock_, axis);
  if (sensorDrag_) {
    GizmoDrag& drag = sensorDrag_->drag;
    drag.handle = axisLock_ ? handleFor(gizmoMode_, drag.shape, *axisLock_) : GizmoHandle{};
    drag.typed.clear();
    applySensorDrag();
  }
  requestFrame();
}

bool Viewport::wantsGizmoKey(const QKeyEvent& event) const {
  constexpr Qt::KeyboardModifiers kOthers = Qt::AltModifier | Qt::MetaModifier;
  if ((event.modifiers() & kOthers) != 0) {
    return false;
  }
  if (!sensorDrag_) {
    return axisLock_ && listedSensor() && characterOf(event.key()) != 0 && gizmoMode_ <= GizmoMode::scale;
  }
  const bool takesNumbers = sensorDrag_->drag.handle.part != GizmoPart::normal;
  return isEnter(event.key()) || event.key() == Qt::Key_Backspace || (takesNumbers && characterOf(event.key()) != 0);
}

void Viewport::gizmoKey(const QKeyEvent& event) {
  if (!sensorDrag_) {
    undo_.beginGesture();
    const std::uint32_t index = *listedSensor();
    const auto centre = handlePixel(shownSensors(*simulation_.snapshot(), options_)[index].pose.position);
    takeSensor(index, GizmoHandle{}, centre.value_or(QPointF()));
    sensorDrag_->byMouse = false;
  }
  GizmoDrag& drag = sensorDrag_->drag;
  if (isEnter(event.key())) {
    sensorDrag_.reset();
    axisLock_.reset();
    return;
  }
  if (event.key() == Qt::Key_Backspace) {
    if (!drag.typed.empty()) {
      drag.typed.pop_back();
    }
  } else if (typeNumber(drag.typed, characterOf(event.key()))) {
    // A number needs an axis to go along: the first one of those that are free.
    if (drag.handle.part == GizmoPart::view) {
      drag.handle = {GizmoPart::axis, 0};
    } else if (drag.handle.part == GizmoPart::plane) {
      drag.handle = {GizmoPart::axis, (drag.handle.axis + 1) % 3};
    }
  }
  sensorDrag_->moved = true;
  applySensorDrag();
}

bool Viewport::cancelDrag() {
  requestFrame();
  if (wipeBefore_) {
    options_.wipe = *std::exchange(wipeBefore_, std::nullopt);
    return true;
  }
  if (clipDrag_) {
    options_.clip = clipDrag_->before;
    clipDrag_.reset();
    return true;
  }
  if (pullDrag_) {
    letGo();
    return true;
  }
  const bool hadAxis = std::exchange(axisLock_, std::nullopt).has_value();
  if (!sensorDrag_) {
    return hadAxis;
  }
  if (sensorDrag_->moved && sensorDrag_->index < simulation_.snapshot()->scene.sensors.size()) {
    changeSensor(sensorDrag_->index, sensorDrag_->before, memory_.sensors, poster());
  }
  sensorDrag_.reset();
  return true;
}

}  // namespace scree
