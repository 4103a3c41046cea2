#pragma once

#include <string>
#include <variant>

#include "engine/base/types.h"

// Regions in which no grain is merged: the user puts them where material is about to flow (METHOD.md 10.11).
namespace scree {

struct SensorBox {
  Vec3 halfExtents = Vec3::Constant(0.05);  ///< m
};
struct SensorSphere {
  double radius = 0.05;  ///< m
};
/// Axis along local z.
struct SensorCylinder {
  double radius = 0.05;      ///< m
  double halfLength = 0.05;  ///< m
};
/// Below local z = 0.
struct SensorHalfSpace {};

using SensorShape = std::variant<SensorBox, SensorSphere, SensorCylinder, SensorHalfSpace>;

constexpr std::uint32_t kFixedInWorld = UINT32_MAX;

struct SplitSensor {
  std::string name;
  SensorShape shape;
  Pose pose;                           ///< in the frame of its body, or in the world
  std::uint32_t body = kFixedInWorld;  ///< carries it
  bool enabled = true;
};

/// Whether a point given in the sensor's own frame is inside; the border counts.
bool contains(const SensorShape& shape, const Vec3& local);
/// Half extents of a box about the sensor's origin that holds it; infinite for a half-space.
Vec3 halfExtentsOf(const SensorShape& shape);
/// Empty for a sound sensor, else what is wrong with it: sizes must be positive and everything finite.
std::string problemOf(const SplitSensor& sensor);

}  // namespace scree
