#pragma once

#include <optional>

#include "engine/measures/measure_list.h"

// Measures that are moved, turned and sized by the handles of split sensors.
namespace scree {

constexpr double kNewSize = 0.1;  ///< half size of a new plane or region over the height of the view

/// A measure as a shape with a pose.
struct MeasureForm {
  SensorShape shape;
  Pose pose;
  bool isFlat = false;  ///< it has no size along its own z
};
/// Form of a measure; nothing for one of points.
std::optional<MeasureForm> gizmoFormOf(const MeasureKind& kind);
/// The measure with another pose and the sizes of a shape of the same sort.
MeasureKind withForm(const MeasureKind& kind, const Pose& pose, const SensorShape& shape);
/// New flow or region at a place, with half sizes of `size` [m]. A plane lies level, with its arrow downwards.
MeasureKind placedKind(int kind, const Vec3& place, double size);

}  // namespace scree
