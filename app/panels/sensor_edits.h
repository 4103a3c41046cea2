#pragma once

#include <map>

#include "app/panels/panel_context.h"

// Changes of split sensors on their way: a command replaces a whole sensor, so that a change must build on those that
// were asked for before it and are not in force yet.
namespace scree {

/// Forgets what has taken effect, and everything when the world is another one.
void refreshSensors(SensorMemory& memory, const Snapshot& snapshot);
/// True while the list itself is about to change, so that places in it mean nothing.
bool isListChanging(const SensorMemory& memory, const Snapshot& snapshot);
/// A sensor of the snapshot as the user wants it.
const SplitSensor& wantedSensor(const SensorMemory& memory, const Snapshot& snapshot, std::uint32_t index);
/// The sensors that differ from the snapshot's, where they are going to be.
std::map<std::uint32_t, SnapshotSensor> askedSensors(const SensorMemory& memory, const Snapshot& snapshot);

/// How many members of aggregates are inside a sensor, as the snapshot has them: those that it splits off in the next
/// step while it is on.
std::size_t membersInside(const Snapshot& snapshot, const SnapshotSensor& sensor);

/// Where a sensor's frame is that the body carries, or the world.
Pose carrierPose(const Snapshot& snapshot, std::uint32_t body);
/// The pose in the frame of `carrier` of what is at `world`.
Pose localPose(const Pose& carrier, const Pose& world);

}  // namespace scree
