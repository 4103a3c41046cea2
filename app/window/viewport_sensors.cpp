#include <QMouseEvent>
#include <cmath>
#include <utility>

#include "app/panels/sensor_edits.h"
#include "app/window/sensor_drag.h"
#include "app/window/simulation.h"
#include "app/window/viewport.h"

// Split sensors in the view: their handles, and dragging them.
namespace scree {

namespace {

constexpr double kReach = 11.0;         // px from a handle's middle where a press takes it
constexpr double kDragThreshold = 3.0;  // px

}  // namespace

void Viewport::updateSensors() {
  const Snapshot& now = *simulation_.snapshot();
  if (memory_.sensors.worldVersion != now.worldVersion) {
    options_.selectedSensor.reset();
    sensorDrag_.reset();
  }
  refreshSensors(memory_.sensors, now);
  options_.askedSensors = askedSensors(memory_.sensors, now);
  const bool gone = options_.selectedSensor && *options_.selectedSensor >= now.sensors.size();
  if (gone && !isListChanging(memory_.sensors, now)) {
    options_.selectedSensor.reset();
  }
  memory_.sensors.inside.reset();
  const bool anyMerged = now.reduction.free < now.reduction.particles;
  const bool isListed = options_.selectedSensor && *options_.selectedSensor < now.sensors.size();
  if (anyMerged && isListed && !isListChanging(memory_.sensors, now)) {
    memory_.sensors.inside = membersInside(now, shownSensors(now, options_)[*options_.selectedSensor]);
  }
}

std::vector<SensorHandle> Viewport::sensorHandles() const {
  std::vector<SensorHandle> handles;
  const Snapshot& now = *simulation_.snapshot();
  if (!options_.showSensors || isListChanging(memory_.sensors, now)) {
    return handles;
  }
  const std::vector<SnapshotSensor> sensors = shownSensors(now, options_);
  for (std::uint32_t i = 0; i < sensors.size(); ++i) {
    const SplitSensor& sensor = sensors[i].sensor;
    if (const auto at = handlePixel(sensors[i].pose.position)) {
      handles.push_back({i, static_cast<float>(at->x()), static_cast<float>(at->y()), sensor.name, sensor.enabled,
                         options_.selectedSensor == i, hotSensor_ == i || (sensorDrag_ && sensorDrag_->index == i),
                         std::nullopt});
      const bool isHeld = sensorDrag_ && sensorDrag_->index == i;
      const std::size_t inside = memory_.sensors.inside.value_or(0);
      if (sensor.enabled && memory_.sensors.inside && options_.selectedSensor == i && (isHeld || inside > 0)) {
        handles.back().wouldSplit = inside;
      }
    }
  }
  return handles;
}

std::optional<std::uint32_t> Viewport::handleAt(const QPointF& point) const {
  std::optional<std::uint32_t> nearest;
  double best = kReach;
  for (const SensorHandle& handle : sensorHandles()) {
    const double distance =
        std::hypot(point.x() - static_cast<double>(handle.x), point.y() - static_cast<double>(handle.y));
    if (distance <= best) {
      nearest = handle.index;
      best = distance;
    }
  }
  return nearest;
}

void Viewport::hoverSensors(const QPointF& point) {
  hotSensor_ = backend_.covers(point) ? std::nullopt : handleAt(point);
  hotWipe_ = !hotSensor_ && !backend_.covers(point) && isOnWipeLine(point);
}

void Viewport::takeSensor(std::uint32_t index, const QPointF& point) {
  const Snapshot& now = *simulation_.snapshot();
  const SplitSensor& sensor = wantedSensor(memory_.sensors, now, index);
  options_.selectedSensor = index;
  sensorDrag_ = SensorDrag{index, sensor, carrierPose(now, sensor.body).toWorld(sensor.pose.position), point};
}

void Viewport::dragSensor(const QMouseEvent& event) {
  const Snapshot& now = *simulation_.snapshot();
  if (!sensorDrag_ || sensorDrag_->index >= now.sensors.size()) {
    return;
  }
  const QPointF way = event.position() - sensorDrag_->press;
  sensorDrag_->moved = sensorDrag_->moved || std::hypot(way.x(), way.y()) >= kDragThreshold;
  if (!sensorDrag_->moved) {
    return;
  }
  SplitSensor wanted = wantedSensor(memory_.sensors, now, sensorDrag_->index);
  const Vec3 place = movedPoint(cameraOf(split_.sides[0], camera_.camera()), sensorDrag_->start, way, height(),
                                event.modifiers().testFlag(Qt::ShiftModifier));
  wanted.pose.position = carrierPose(now, wanted.body).toLocal(place);
  changeSensor(sensorDrag_->index, wanted);
}

void Viewport::changeSensor(std::uint32_t index, const SplitSensor& wanted) {
  const std::uint64_t sequence = simulation_.post(ChangeSensor{index, wanted});
  memory_.sensors.changes.insert_or_assign(index, PendingSensor{sequence, wanted});
}

void Viewport::releaseSensor() {
  if (sensorDrag_ && !sensorDrag_->moved) {
    layout_.reveal("sensors");  // a click: its numbers are wanted
  }
  sensorDrag_.reset();
}

bool Viewport::cancelDrag() {
  if (wipeBefore_) {
    options_.wipe = *std::exchange(wipeBefore_, std::nullopt);
    requestFrame();
    return true;
  }
  if (clipDrag_) {
    options_.clip = clipDrag_->before;
    clipDrag_.reset();
    requestFrame();
    return true;
  }
  if (!sensorDrag_) {
    return false;
  }
  if (sensorDrag_->moved && sensorDrag_->index < simulation_.snapshot()->sensors.size()) {
    changeSensor(sensorDrag_->index, sensorDrag_->before);
  }
  sensorDrag_.reset();
  requestFrame();
  return true;
}

}  // namespace scree
