#pragma once

#include "engine/state/archive.h"
#include "engine/world/split_sensors.h"

// Fields of split sensors: both a saved state and the commands of a recording hold them. A change here changes
// kStateVersion.
namespace scree {

// clang-format off
template <class Ar> void archive(Ar& ar, Pose& p) { archive(ar, p.position, p.orientation); }
template <class Ar> void archive(Ar& ar, SensorBox& s) { archive(ar, s.halfExtents); }
template <class Ar> void archive(Ar& ar, SensorSphere& s) { archive(ar, s.radius); }
template <class Ar> void archive(Ar& ar, SensorCylinder& s) { archive(ar, s.radius, s.halfLength); }
template <class Ar> void archive(Ar&, SensorHalfSpace&) {}
template <class Ar> void archive(Ar& ar, SplitSensor& s) { archive(ar, s.name, s.shape, s.pose, s.body, s.enabled); }
// clang-format on

}  // namespace scree
