#pragma once

#include <vector>

#include "engine/analysis/fields/field_values.h"

namespace scree {

/// Fields over the cross-section of one plane of nodes: means over the nodes that have a velocity; not a number where
/// there is none.
struct ProfileRow {
  double place = 0.0;            ///< of the plane along the axis [m]
  double linearMass = 0.0;       ///< mass along the axis, of all nodes [kg/m]
  double area = 0.0;             ///< of the cross-section with grains [m²]
  double density = 0.0;          ///< kg/m³
  double solidFraction = 0.0;    ///< 1
  Vec3 velocity = Vec3::Zero();  ///< momentum over mass [m/s]
  Symmetric stress{};            ///< kinetic and of contacts, positive in compression [Pa]
  double pressure = 0.0;         ///< Pa
  double shearRate = 0.0;        ///< mean over the nodes that have one [1/s]
  double inertialNumber = 0.0;   ///< of the means of the plane
};

/// Profile along an axis (0 x, 1 y, 2 z): a row for each plane of nodes that has grains.
std::vector<ProfileRow> profileOf(const FieldSums& sums, int axis);

/// Means of a map over the nodes with a value, by plane along an axis; not a number where none has one.
std::vector<float> profileOf(const FieldMap& map, int axis);

}  // namespace scree
