#include "app/viewport/tools/sensor_tool.h"

#include <fmt/format.h>

#include <QKeyEvent>
#include <QMouseEvent>
#include <cmath>
#include <utility>

#include "app/document/simulation.h"
#include "app/viewport/handles/qt_values.h"

namespace scree {

namespace {

constexpr double kDragThreshold = 3.0;  // way from the press that makes a drag [px]
constexpr double kCentreReach = 11.0;   // distance from a centre within which a press takes it [px]

std::array<float, 2> floats(const Vec2& at) { return {static_cast<float>(at.x()), static_cast<float>(at.y())}; }

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

GizmoLine lineOfShape(const GizmoShape& shape) {
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

void SensorTool::setMode(GizmoMode mode) {
  const auto index = commands_.listedOrNotice();
  if (!index || (drag_ && drag_->moved)) {
    return;
  }
  SensorMemory& memory = context_.host.memory.sensors;
  const SensorShape& shape = wantedSensor(memory, *context_.host.simulation.snapshot(), *index).shape;
  if (mode == GizmoMode::rotate && std::holds_alternative<SensorSphere>(shape)) {
    context_.host.notify("A sphere looks the same however it is turned");
  }
  mode_ = mode;
  memory.gizmoMode = static_cast<int>(mode);
  axisLock_.reset();
  drag_.reset();
  context_.host.requestFrame();
}

void SensorTool::restrictAxis(int axis) {
  if (!commands_.listedOrNotice()) {
    return;
  }
  axisLock_ = toggled(axisLock_, axis);
  if (drag_) {
    GizmoDrag& drag = drag_->drag;
    drag.handle = axisLock_ ? handleFor(mode_, drag.shape, *axisLock_) : GizmoHandle{};
    drag.typed.clear();
    apply();
  }
  context_.host.requestFrame();
}

void SensorTool::deleteSelected() {
  if (const auto index = commands_.listedOrNotice(); index && !drag_) {
    removeSensor(*index, context_.host.options, context_.host.memory.sensors, context_.host.poster());
    context_.host.requestFrame();
  }
}

void SensorTool::beginFrame() {
  const Snapshot& now = *context_.host.simulation.snapshot();
  SensorMemory& memory = context_.host.memory.sensors;
  ViewOptions& options = context_.host.options;
  if (memory.worldVersion != now.run.worldVersion) {
    options.selectedSensor.reset();
    drag_.reset();
    axisLock_.reset();
  }
  refreshSensors(memory, now);
  options.askedSensors = askedSensors(memory, now);
  options.proposedSensors.clear();
  if (memory.suggestion) {
    for (SplitSensor sensor : memory.suggestion->sensors) {
      sensor.enabled = false;  // drawn dashed
      options.proposedSensors.push_back({sensor, sensor.pose});
    }
  }
  const bool gone = options.selectedSensor && *options.selectedSensor >= now.scene.sensors.size();
  if (gone && !isListChanging(memory, now)) {
    options.selectedSensor.reset();
  }
  memory.inside.reset();
  const bool anyMerged = now.reduction.level.free < now.reduction.level.particles;
  if (const auto index = commands_.listed(); anyMerged && index) {
    memory.inside = membersInside(now, shownSensors(now, options)[*index]);
  }
  if (!options.selectedSensor) {
    axisLock_.reset();
  }
}

std::vector<SensorHandle> SensorTool::centres() const {
  std::vector<SensorHandle> handles;
  const Snapshot& now = *context_.host.simulation.snapshot();
  const ViewOptions& options = context_.host.options;
  const SensorMemory& memory = context_.host.memory.sensors;
  if (!options.showSensors || isListChanging(memory, now)) {
    return handles;
  }
  const std::vector<SnapshotSensor> sensors = shownSensors(now, options);
  for (std::uint32_t i = 0; i < sensors.size(); ++i) {
    const SplitSensor& sensor = sensors[i].sensor;
    if (const auto at = context_.picker.pixelAt(sensors[i].pose.position)) {
      const bool isHeld = drag_ && drag_->index == i;
      handles.push_back({i, static_cast<float>(at->x()), static_cast<float>(at->y()), sensor.name, sensor.enabled,
                         options.selectedSensor == i, hotSensor_ == i || isHeld, std::nullopt});
      const std::size_t inside = memory.inside.value_or(0);
      if (sensor.enabled && memory.inside && options.selectedSensor == i && (isHeld || inside > 0)) {
        handles.back().wouldSplit = inside;
      }
    }
  }
  return handles;
}

std::optional<std::uint32_t> SensorTool::centreAt(const QPointF& point) const {
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

std::vector<GizmoShape> SensorTool::gizmo() const {
  const auto index = commands_.listed();
  if (!index || !context_.host.options.showSensors || !context_.views.split().sides[0].shown) {
    return {};
  }
  const SnapshotSensor sensor = shownSensors(*context_.host.simulation.snapshot(), context_.host.options)[*index];
  return gizmoShapes(mode_, sensor.sensor.shape, sensor.pose, context_.picker.projection(0));
}

GizmoOverlay SensorTool::gizmoOverlay() const {
  GizmoOverlay overlay;
  const auto index = commands_.listed();
  if (!index || !context_.host.options.showSensors || !context_.views.split().sides[0].shown) {
    return overlay;
  }
  const SnapshotSensor sensor = shownSensors(*context_.host.simulation.snapshot(), context_.host.options)[*index];
  const GizmoView view = context_.picker.projection(0);
  const bool isHeld = drag_ && drag_->index == *index;
  std::optional<GizmoHandle> held;
  if (isHeld) {
    held = drag_->drag.handle;
  } else if (axisLock_) {
    held = handleFor(mode_, sensor.sensor.shape, *axisLock_);
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
  for (const GizmoShape& shape : gizmoShapes(mode_, sensor.sensor.shape, sensor.pose, view)) {
    const bool isIt = held == shape.handle;
    if (isHeld && drag_->moved && !isIt) {
      continue;
    }
    GizmoLine& line = overlay.lines.emplace_back(lineOfShape(shape));
    line.hot = isIt || (!held && hotHandle_ == shape.handle);
    line.faint = held.has_value() && !isIt;
  }
  if (isHeld && drag_->moved) {
    const Vec2 centre = view.pixelOf(sensor.pose.position).value_or(pixels(drag_->last));
    const Vec2 at = drag_->byMouse ? pixels(drag_->last) : centre;
    overlay.label = drag_->label;
    overlay.hint =
        fmt::format("Shift fine · Ctrl {:.3g} mm, {:.0f}° · X Y Z · number · Esc", 1e3 * drag_->step, kAngleStep);
    overlay.x = static_cast<float>(at.x());
    overlay.y = static_cast<float>(at.y());
  }
  return overlay;
}

void SensorTool::overlay(PanelContext& panels, const ProbeRect& free) const {
  drawGizmo(panels, gizmoOverlay(), free);
  drawSensorHandles(panels, centres());
}

bool SensorTool::hover(const QPointF& point, bool taken) {
  hotSensor_ = taken ? std::nullopt : centreAt(point);
  hotHandle_ = taken || hotSensor_ ? std::nullopt : handleUnder(gizmo(), pixels(point));
  return hotSensor_ || hotHandle_;
}

void SensorTool::leave() {
  hotSensor_.reset();
  hotHandle_.reset();
}

bool SensorTool::press(const QMouseEvent& event) {
  if (event.button() != Qt::LeftButton) {
    return false;
  }
  drag_.reset();  // a change by typed numbers stays in force
  const QPointF point = event.position();
  if (const auto index = centreAt(point)) {
    take(*index, GizmoHandle{}, point);
    return true;
  }
  const auto handle = handleUnder(gizmo(), pixels(point));
  if (handle) {
    take(*commands_.listed(), *handle, point);
  }
  return handle.has_value();
}

void SensorTool::take(std::uint32_t index, const GizmoHandle& handle, const QPointF& point) {
  const Snapshot& now = *context_.host.simulation.snapshot();
  const SplitSensor& sensor = wantedSensor(context_.host.memory.sensors, now, index);
  if (context_.host.options.selectedSensor != index) {
    axisLock_.reset();
  }
  context_.host.options.selectedSensor = index;
  Drag& taken = drag_.emplace();
  taken.index = index;
  taken.before = sensor;
  taken.drag = {.handle = handle,
                .start = carrierPose(now, sensor.body) * sensor.pose,
                .shape = sensor.shape,
                .press = pixels(point),
                .pointer = pixels(point)};
  if (axisLock_ && handle.part == GizmoPart::view) {
    taken.drag.handle = handleFor(mode_, sensor.shape, *axisLock_);
  }
  taken.step = meanDiameter(now);
  taken.press = taken.last = point;
}

bool SensorTool::move(const QMouseEvent& event) {
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

void SensorTool::apply() {
  const Snapshot& now = *context_.host.simulation.snapshot();
  if (!drag_ || !drag_->moved || drag_->index >= now.scene.sensors.size()) {
    return;
  }
  SensorMemory& memory = context_.host.memory.sensors;
  const GizmoResult result = dragged(drag_->drag, context_.picker.projection(0), drag_->step);
  const std::string& typed = drag_->drag.typed;
  drag_->label = typed.empty() ? result.label : fmt::format("{}   [{}]", result.label, typed);
  SplitSensor wanted = wantedSensor(memory, now, drag_->index);
  wanted.pose = localPose(carrierPose(now, wanted.body), result.pose);
  wanted.shape = result.shape;
  changeSensor(drag_->index, wanted, memory, context_.host.poster());
}

void SensorTool::release(const QMouseEvent& event) {
  if (event.button() != Qt::LeftButton || (drag_ && !drag_->byMouse)) {
    return;
  }
  if (drag_ && !drag_->moved && drag_->drag.handle.part == GizmoPart::view) {
    context_.host.layout.reveal("sensors");  // a click shows the sensor's numbers
  }
  if (drag_ && drag_->moved) {
    axisLock_.reset();
  }
  drag_.reset();
}

bool SensorTool::cancel() {
  const bool hadAxis = std::exchange(axisLock_, std::nullopt).has_value();
  if (!drag_) {
    return hadAxis;
  }
  if (drag_->moved && drag_->index < context_.host.simulation.snapshot()->scene.sensors.size()) {
    changeSensor(drag_->index, drag_->before, context_.host.memory.sensors, context_.host.poster());
  }
  drag_.reset();
  return true;
}

bool SensorTool::wantsKey(const QKeyEvent& event) const {
  constexpr Qt::KeyboardModifiers kOthers = Qt::AltModifier | Qt::MetaModifier;
  if ((event.modifiers() & kOthers) != 0) {
    return false;
  }
  if (!drag_) {
    return axisLock_ && commands_.listed() && characterOf(event.key()) != 0 && mode_ <= GizmoMode::scale;
  }
  const bool takesNumbers = drag_->drag.handle.part != GizmoPart::normal;
  return isEnter(event.key()) || event.key() == Qt::Key_Backspace || (takesNumbers && characterOf(event.key()) != 0);
}

void SensorTool::key(const QKeyEvent& event) {
  if (!drag_) {
    context_.host.undo.beginGesture();
    const std::uint32_t index = *commands_.listed();
    const std::vector<SnapshotSensor> sensors =
        shownSensors(*context_.host.simulation.snapshot(), context_.host.options);
    const auto centre = context_.picker.pixelAt(sensors[index].pose.position);
    take(index, GizmoHandle{}, centre.value_or(QPointF()));
    drag_->byMouse = false;
  }
  GizmoDrag& drag = drag_->drag;
  if (isEnter(event.key())) {
    drag_.reset();
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
