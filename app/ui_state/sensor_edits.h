#pragma once

#include <array>
#include <functional>
#include <map>
#include <string_view>

#include "app/ui_state/panel_context.h"
#include "engine/world/sensor_shape_names.h"

// Changes of split sensors. A command replaces a whole sensor, so a change must build on earlier requests that are not
// in force yet.
namespace scree {

using PostCommand = std::function<std::uint64_t(Command)>;

/// Makes a shape of a kind (place in kSensorShapeNames) with half extents near `extents` [m], or `usual` [m] in each
/// direction where `extents` are infinite.
SensorShape shapeOfKind(int kind, const Vec3& extents, double usual);
/// Makes a sensor with an unused name and half extents of `size` [m]; `kind` is a place in kSensorShapeNames.
SplitSensor newSensor(const Snapshot& snapshot, int kind, const Vec3& place, double size);
/// Copies a sensor to a place beside it, with an unused name. A half space is copied in place.
SplitSensor copyOf(const Snapshot& snapshot, const SplitSensor& sensor);
/// Mean diameter of the grains [m]; 1 cm without grains.
double meanDiameter(const Snapshot& snapshot);

/// Adds a sensor at the end of the list and selects it.
void addSensor(const SplitSensor& sensor, const Snapshot& snapshot, ViewOptions& view, SensorMemory& memory,
               const PostCommand& post);
void changeSensor(std::uint32_t index, const SplitSensor& sensor, SensorMemory& memory, const PostCommand& post);
/// Deletes a sensor. The selection follows its sensor to its new index, and ends if that sensor was deleted.
void removeSensor(std::uint32_t index, ViewOptions& view, SensorMemory& memory, const PostCommand& post);

/// Drops requests that are in force now, and all of them for another world.
void refreshSensors(SensorMemory& memory, const Snapshot& snapshot);
/// True while a sensor is about to be added or removed, so that indices are not valid.
bool isListChanging(const SensorMemory& memory, const Snapshot& snapshot);
/// Returns a sensor with its last requested change, or the sensor of the snapshot.
const SplitSensor& wantedSensor(const SensorMemory& memory, const Snapshot& snapshot, std::uint32_t index);
/// Returns the sensors with a requested change by index, at their requested places in the world.
std::map<std::uint32_t, SnapshotSensor> askedSensors(const SensorMemory& memory, const Snapshot& snapshot);

/// Counts the members of aggregates in the snapshot with centres inside a sensor. An enabled sensor splits them off in
/// the next step.
std::size_t membersInside(const Snapshot& snapshot, const SnapshotSensor& sensor);

/// Pose of the frame of sensors that a body carries: that of the body, or of the world if there is no such body.
Pose carrierPose(const Snapshot& snapshot, std::uint32_t body);
/// Converts a pose in the world into the frame of `carrier`.
Pose localPose(const Pose& carrier, const Pose& world);

}  // namespace scree
