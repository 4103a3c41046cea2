#include <cmath>

#include "app/document/simulation.h"
#include "app/ui_state/sensor_edits.h"
#include "app/viewport/viewport.h"

// Split sensors in the view: the points in their middles, adding and deleting them.
namespace scree {

namespace {

constexpr double kSensorReach = 11.0;  // px from a handle's middle where a press takes it

}  // namespace

void Viewport::updateSensors() {
  const Snapshot& now = *simulation_.snapshot();
  if (memory_.sensors.worldVersion != now.run.worldVersion) {
    options_.selectedSensor.reset();
    sensorDrag_.reset();
    axisLock_.reset();
  }
  refreshSensors(memory_.sensors, now);
  options_.askedSensors = askedSensors(memory_.sensors, now);
  options_.proposedSensors.clear();
  if (memory_.sensors.suggestion) {
    for (SplitSensor sensor : memory_.sensors.suggestion->sensors) {
      sensor.enabled = false;  // dashed
      options_.proposedSensors.push_back({sensor, sensor.pose});
    }
  }
  const bool gone = options_.selectedSensor && *options_.selectedSensor >= now.scene.sensors.size();
  if (gone && !isListChanging(memory_.sensors, now)) {
    options_.selectedSensor.reset();
  }
  memory_.sensors.inside.reset();
  const bool anyMerged = now.reduction.level.free < now.reduction.level.particles;
  if (const auto index = listedSensor(); anyMerged && index) {
    memory_.sensors.inside = membersInside(now, shownSensors(now, options_)[*index]);
  }
  if (!options_.selectedSensor) {
    axisLock_.reset();
  }
}

std::optional<std::uint32_t> Viewport::listedSensor() const {
  const Snapshot& now = *simulation_.snapshot();
  const bool isListed = options_.selectedSensor && *options_.selectedSensor < now.scene.sensors.size();
  return isListed && !isListChanging(memory_.sensors, now) ? options_.selectedSensor : std::nullopt;
}

std::optional<std::uint32_t> Viewport::selectedSensorOrNotice() {
  const auto index = listedSensor();
  if (!index) {
    notify("Select a split sensor first: click the point in its middle, or its line in the panel");
  }
  return index;
}

PostCommand Viewport::poster() {
  return [this](Command command) { return undo_.post(std::move(command)); };
}

void Viewport::addSensorInView(int kind) {
  const Camera& camera = camera_.goal();
  const double size = 0.1 * static_cast<double>(camera.distance) * std::tan(static_cast<double>(camera.fieldOfView));
  const Snapshot& now = *simulation_.snapshot();
  addSensor(newSensor(now, kind, camera.target.cast<double>(), size), now, options_, memory_.sensors, poster());
  layout_.reveal("sensors");
  requestFrame();
}

void Viewport::addSensorAt(int kind, const QPointF& point) {
  constexpr double kDiameters = 4.0;  // half of what it measures
  const GizmoView view = gizmoView(sideAt(point));
  const Vec3 target = camera_.camera().target.cast<double>();
  std::optional<Vec3> place = pointUnder(point);
  if (!place) {
    place = onPlane(view.rayAt({point.x(), point.y()}), target, view.right().cross(view.up()));
  }
  const Snapshot& now = *simulation_.snapshot();
  addSensor(newSensor(now, kind, place.value_or(target), kDiameters * meanDiameter(now)), now, options_,
            memory_.sensors, poster());
  layout_.reveal("sensors");
  requestFrame();
}

void Viewport::deleteSensor() {
  if (const auto index = selectedSensorOrNotice(); index && !sensorDrag_) {
    removeSensor(*index, options_, memory_.sensors, poster());
    requestFrame();
  }
}

void Viewport::duplicateSensor() {
  if (const auto index = selectedSensorOrNotice()) {
    const Snapshot& now = *simulation_.snapshot();
    addSensor(copyOf(now, wantedSensor(memory_.sensors, now, *index)), now, options_, memory_.sensors, poster());
    requestFrame();
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
  double best = kSensorReach;
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

}  // namespace scree
