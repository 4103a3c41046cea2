#include "engine/world/split_sensors.h"

#include <cmath>
#include <limits>

namespace scree {

namespace {

bool holds(const SensorBox& box, const Vec3& p) { return (p.cwiseAbs().array() <= box.halfExtents.array()).all(); }
bool holds(const SensorSphere& sphere, const Vec3& p) { return p.squaredNorm() <= sphere.radius * sphere.radius; }
bool holds(const SensorCylinder& cylinder, const Vec3& p) {
  return std::abs(p.z()) <= cylinder.halfLength && p.head<2>().squaredNorm() <= cylinder.radius * cylinder.radius;
}
bool holds(const SensorHalfSpace&, const Vec3& p) { return p.z() <= 0.0; }

Vec3 extentsOf(const SensorBox& box) { return box.halfExtents; }
Vec3 extentsOf(const SensorSphere& sphere) { return Vec3::Constant(sphere.radius); }
Vec3 extentsOf(const SensorCylinder& cylinder) { return {cylinder.radius, cylinder.radius, cylinder.halfLength}; }
Vec3 extentsOf(const SensorHalfSpace&) { return Vec3::Constant(std::numeric_limits<double>::infinity()); }

}  // namespace

bool contains(const SensorShape& shape, const Vec3& local) {
  return std::visit([&](const auto& s) { return holds(s, local); }, shape);
}

Vec3 halfExtentsOf(const SensorShape& shape) {
  return std::visit([](const auto& s) { return extentsOf(s); }, shape);
}

std::string problemOf(const SplitSensor& sensor) {
  const Vec3 extents = halfExtentsOf(sensor.shape);
  // Written so that what is no number fails it.
  if (!(extents.minCoeff() > 0.0)) {
    return "a split sensor's sizes must be positive numbers";
  }
  if (!sensor.pose.position.allFinite() || !sensor.pose.orientation.coeffs().allFinite()) {
    return "a split sensor's place must be finite numbers";
  }
  return {};
}

}  // namespace scree
