#include "app/viewport/tools/sensor_tool.h"

#include <algorithm>

#include "app/document/simulation.h"

namespace scree {

void SensorTool::deleteSelected() {
  if (const auto index = commands_.listedOrNotice(); index && !isChanging()) {
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
    forget();
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
    clearAxis();
  }
}

bool SensorTool::isThere(std::uint32_t index) const {
  return index < context_.host.simulation.snapshot()->scene.sensors.size();
}

std::vector<SensorHandle> SensorTool::centres() const {
  std::vector<SensorHandle> handles;
  const Snapshot& now = *context_.host.simulation.snapshot();
  const ViewOptions& options = context_.host.options;
  const SensorMemory& memory = context_.host.memory.sensors;
  if (!areShown() || isListChanging(memory, now)) {
    return handles;
  }
  const std::vector<SnapshotSensor> sensors = shownSensors(now, options);
  for (std::uint32_t i = 0; i < sensors.size(); ++i) {
    const SplitSensor& sensor = sensors[i].sensor;
    if (context_.host.memory.parts.hasSensor(sensor.name)) {
      continue;  // the part of the text has the handle
    }
    if (const auto at = context_.picker.pixelAt(sensors[i].pose.position)) {
      handles.push_back({i, static_cast<float>(at->x()), static_cast<float>(at->y()), sensor.name, sensor.enabled,
                         options.selectedSensor == i, hot() == i || isHeld(i), std::nullopt});
      const std::size_t inside = memory.inside.value_or(0);
      if (sensor.enabled && memory.inside && options.selectedSensor == i && (isHeld(i) || inside > 0)) {
        handles.back().wouldSplit = inside;
      }
    }
  }
  return handles;
}

PlacedThing SensorTool::placed(std::uint32_t index) const {
  const Snapshot& now = *context_.host.simulation.snapshot();
  const SplitSensor& sensor = wantedSensor(context_.host.memory.sensors, now, index);
  return {.pose = carrierPose(now, sensor.body) * sensor.pose, .shape = sensor.shape};
}

double SensorTool::snapStep() const { return meanDiameter(*context_.host.simulation.snapshot()); }

void SensorTool::choose(std::uint32_t index) {
  context_.host.options.selectedSensor = index;
  context_.host.memory.parts.select(std::nullopt);
}

void SensorTool::begin(std::uint32_t index) {
  before_ = wantedSensor(context_.host.memory.sensors, *context_.host.simulation.snapshot(), index);
}

void SensorTool::change(std::uint32_t index, const Pose& pose, const SensorShape& shape, bool /*isExact*/) {
  const Snapshot& now = *context_.host.simulation.snapshot();
  SensorMemory& memory = context_.host.memory.sensors;
  SplitSensor wanted = wantedSensor(memory, now, index);
  wanted.pose = localPose(carrierPose(now, wanted.body), pose);
  wanted.shape = shape;
  changeSensor(index, wanted, memory, context_.host.poster());
}

void SensorTool::putBack(std::uint32_t index) {
  changeSensor(index, before_, context_.host.memory.sensors, context_.host.poster());
}

void SensorTool::clicked(std::uint32_t /*index*/) {
  context_.host.layout.reveal("sensors");  // a click shows the sensor's numbers
}

}  // namespace scree
