#pragma once

#include <array>
#include <functional>
#include <map>
#include <string_view>

#include "app/ui_state/panel_context.h"
#include "engine/world/sensor_shape_names.h"

// Changes of split sensors on their way: a command replaces a whole sensor, so that a change must build on those that
// were asked for before it and are not in force yet.
namespace scree {

using PostCommand = std::function<std::uint64_t(Command)>;

/// The shape of that kind that takes up as much room as `extents`, or `usual` [m] where they are infinite.
SensorShape shapeOfKind(int kind, const Vec3& extents, double usual);
/// One that has a name of its own: of that kind, with half extents of `size` [m].
SplitSensor newSensor(const Snapshot& snapshot, int kind, const Vec3& place, double size);
/// A copy with a name of its own, beside it.
SplitSensor copyOf(const Snapshot& snapshot, const SplitSensor& sensor);
/// Mean diameter of the grains [m]; 1 cm when there are none.
double meanDiameter(const Snapshot& snapshot);

/// Adds a sensor at the end of the list and selects it.
void addSensor(const SplitSensor& sensor, const Snapshot& snapshot, ViewOptions& view, SensorMemory& memory,
               const PostCommand& post);
void changeSensor(std::uint32_t index, const SplitSensor& sensor, SensorMemory& memory, const PostCommand& post);
/// Deletes a sensor; the selection stays with the one that it was of.
void removeSensor(std::uint32_t index, ViewOptions& view, SensorMemory& memory, const PostCommand& post);

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
