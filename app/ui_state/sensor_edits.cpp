#include "app/ui_state/sensor_edits.h"

#include <fmt/format.h>

#include <algorithm>

namespace scree {

namespace {

/// Name of a shape with its first unused number: "box 2".
std::string freeName(const Snapshot& now, std::string_view shape) {
  for (int number = 1;; ++number) {
    const std::string name = fmt::format("{} {}", shape, number);
    if (std::none_of(now.scene.sensors.begin(), now.scene.sensors.end(),
                     [&](const SnapshotSensor& other) { return other.sensor.name == name; })) {
      return name;
    }
  }
}

}  // namespace

SensorShape shapeOfKind(int kind, const Vec3& extents, double usual) {
  const Vec3 half = extents.allFinite() ? extents : Vec3(Vec3::Constant(usual));
  switch (kind) {
    case 0:
      return SensorBox{half};
    case 1:
      return SensorSphere{half.maxCoeff()};
    case 2:
      return SensorCylinder{std::max(half.x(), half.y()), half.z()};
    default:
      return SensorHalfSpace{};
  }
}

SplitSensor newSensor(const Snapshot& snapshot, int kind, const Vec3& place, double size) {
  SplitSensor sensor;
  sensor.name = freeName(snapshot, kSensorShapeNames[static_cast<std::size_t>(kind)]);
  sensor.shape = shapeOfKind(kind, Vec3::Constant(size), size);
  sensor.pose.position = place;
  return sensor;
}

SplitSensor copyOf(const Snapshot& snapshot, const SplitSensor& sensor) {
  SplitSensor copy = sensor;
  copy.name = freeName(snapshot, kSensorShapeNames[sensor.shape.index()]);
  const Vec3 half = halfExtentsOf(sensor.shape);
  if (half.allFinite()) {
    copy.pose.position += sensor.pose.orientation * Vec3(2.0 * half.x(), 0.0, 0.0);
  }
  return copy;
}

double meanDiameter(const Snapshot& snapshot) {
  constexpr double kWithoutGrains = 0.01;
  double sum = 0.0;
  for (const Eigen::Vector4f& grain : snapshot.grains.positionRadius) {
    sum += 2.0 * static_cast<double>(grain.w());
  }
  return sum > 0.0 ? sum / static_cast<double>(snapshot.grains.positionRadius.size()) : kWithoutGrains;
}

void addSensor(const SplitSensor& sensor, const Snapshot& snapshot, ViewOptions& view, SensorMemory& memory,
               const PostCommand& post) {
  view.selectedSensor = static_cast<std::uint32_t>(snapshot.scene.sensors.size());
  view.showSensors = true;
  memory.listSequence = post(AddSensor{sensor});
}

void changeSensor(std::uint32_t index, const SplitSensor& sensor, SensorMemory& memory, const PostCommand& post) {
  const std::uint64_t sequence = post(ChangeSensor{index, sensor});
  memory.changes.insert_or_assign(index, PendingSensor{sequence, sensor});
}

void removeSensor(std::uint32_t index, ViewOptions& view, SensorMemory& memory, const PostCommand& post) {
  memory.listSequence = post(RemoveSensor{index});
  std::optional<std::uint32_t>& selected = view.selectedSensor;
  if (selected && *selected >= index) {
    selected = *selected > index ? std::optional(*selected - 1) : std::nullopt;
  }
  memory.changes.clear();  // changes were sent before, with their old indices
}

void refreshSensors(SensorMemory& memory, const Snapshot& snapshot) {
  if (memory.worldVersion != snapshot.run.worldVersion) {
    memory = SensorMemory{.worldVersion = snapshot.run.worldVersion};
  }
  std::erase_if(memory.changes, [&](const auto& change) {
    return snapshot.run.lastCommand >= change.second.sequence || change.first >= snapshot.scene.sensors.size();
  });
}

bool isListChanging(const SensorMemory& memory, const Snapshot& snapshot) {
  return snapshot.run.lastCommand < memory.listSequence;
}

const SplitSensor& wantedSensor(const SensorMemory& memory, const Snapshot& snapshot, std::uint32_t index) {
  const auto change = memory.changes.find(index);
  return change == memory.changes.end() ? snapshot.scene.sensors[index].sensor : change->second.sensor;
}

std::map<std::uint32_t, SnapshotSensor> askedSensors(const SensorMemory& memory, const Snapshot& snapshot) {
  std::map<std::uint32_t, SnapshotSensor> asked;
  for (const auto& [index, change] : memory.changes) {
    asked[index] = {change.sensor, carrierPose(snapshot, change.sensor.body) * change.sensor.pose};
  }
  return asked;
}

std::size_t membersInside(const Snapshot& snapshot, const SnapshotSensor& sensor) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < snapshot.reduction.role.size(); ++i) {
    const bool inside = snapshot.reduction.role[i] != GrainRole::free &&
                        contains(sensor.sensor.shape, sensor.pose.toLocal(snapshot.placeOf(i)));
    count += inside ? 1 : 0;
  }
  return count;
}

Pose carrierPose(const Snapshot& snapshot, std::uint32_t body) {
  return body < snapshot.scene.bodies.size() ? snapshot.scene.bodies[body].pose : Pose{};
}

Pose localPose(const Pose& carrier, const Pose& world) {
  return {carrier.toLocal(world.position), carrier.orientation.conjugate() * world.orientation};
}

}  // namespace scree
