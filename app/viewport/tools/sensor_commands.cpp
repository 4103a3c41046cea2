#include "app/viewport/tools/sensor_commands.h"

#include <cmath>

#include "app/document/simulation.h"
#include "app/viewport/handles/qt_values.h"

namespace scree {

void SensorCommands::add(const SplitSensor& sensor) {
  const ViewHost& host = context_.host;
  addSensor(sensor, *host.simulation.snapshot(), host.options, host.memory.sensors, host.poster());
}

void SensorCommands::addInView(int kind) {
  const Camera& camera = context_.camera.goal();
  const double size = 0.1 * static_cast<double>(camera.distance) * std::tan(static_cast<double>(camera.fieldOfView));
  add(newSensor(*context_.host.simulation.snapshot(), kind, camera.target.cast<double>(), size));
  context_.host.layout.reveal("sensors");
  context_.host.requestFrame();
}

void SensorCommands::addAt(int kind, const QPointF& point) {
  constexpr double kDiameters = 4.0;  // half size of the new sensor, in mean diameters
  const GizmoView view = context_.picker.projection(context_.views.sideAt(point));
  const Vec3 target = context_.camera.now().target.cast<double>();
  std::optional<Vec3> place = context_.picker.surfaceAt(point);
  if (!place) {
    place = onPlane(view.rayAt(pixels(point)), target, view.right().cross(view.up()));
  }
  const Snapshot& now = *context_.host.simulation.snapshot();
  add(newSensor(now, kind, place.value_or(target), kDiameters * meanDiameter(now)));
  context_.host.layout.reveal("sensors");
  context_.host.requestFrame();
}

void SensorCommands::duplicate() {
  if (const auto index = listedOrNotice()) {
    const Snapshot& now = *context_.host.simulation.snapshot();
    add(copyOf(now, wantedSensor(context_.host.memory.sensors, now, *index)));
    context_.host.requestFrame();
  }
}

std::optional<std::uint32_t> SensorCommands::listed() const {
  const Snapshot& now = *context_.host.simulation.snapshot();
  const std::optional<std::uint32_t>& selected = context_.host.options.selectedSensor;
  const bool isListed = selected && *selected < now.scene.sensors.size();
  return isListed && !isListChanging(context_.host.memory.sensors, now) ? selected : std::nullopt;
}

std::optional<std::uint32_t> SensorCommands::listedOrNotice() const {
  const auto index = listed();
  if (!index) {
    context_.host.notify("Select a sensor, a part or a measure first: click the point in its middle, or its line");
  }
  return index;
}

}  // namespace scree
