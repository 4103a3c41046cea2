#include "app/panels/sensor_edits.h"

namespace scree {

void refreshSensors(SensorMemory& memory, const Snapshot& snapshot) {
  if (memory.worldVersion != snapshot.worldVersion) {
    memory = SensorMemory{.worldVersion = snapshot.worldVersion};
  }
  std::erase_if(memory.changes, [&](const auto& change) {
    return snapshot.lastCommand >= change.second.sequence || change.first >= snapshot.sensors.size();
  });
}

bool isListChanging(const SensorMemory& memory, const Snapshot& snapshot) {
  return snapshot.lastCommand < memory.listSequence;
}

const SplitSensor& wantedSensor(const SensorMemory& memory, const Snapshot& snapshot, std::uint32_t index) {
  const auto change = memory.changes.find(index);
  return change == memory.changes.end() ? snapshot.sensors[index].sensor : change->second.sensor;
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
  for (std::size_t i = 0; i < snapshot.role.size(); ++i) {
    const bool inside =
        snapshot.role[i] != GrainRole::free &&
        contains(sensor.sensor.shape, sensor.pose.toLocal(snapshot.positionRadius[i].head<3>().cast<double>()));
    count += inside ? 1 : 0;
  }
  return count;
}

Pose carrierPose(const Snapshot& snapshot, std::uint32_t body) {
  return body < snapshot.bodies.size() ? snapshot.bodies[body].pose : Pose{};
}

Pose localPose(const Pose& carrier, const Pose& world) {
  return {carrier.toLocal(world.position), carrier.orientation.conjugate() * world.orientation};
}

}  // namespace scree
