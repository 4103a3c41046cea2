#include "engine/scene/regions.h"

#include <cmath>
#include <numbers>

namespace scree {

std::pair<Vec3, Vec3> boxAround(const Region& region) {
  if (const auto* box = std::get_if<BoxRegion>(&region)) {
    return {box->lower, box->upper};
  }
  const auto& cylinder = std::get<CylinderRegion>(region);
  Vec3 half;
  for (int i = 0; i < 3; ++i) {
    const double a = std::abs(cylinder.axis[i]);
    half[i] = 0.5 * cylinder.length * a + 0.5 * cylinder.diameter * std::sqrt(std::max(0.0, 1.0 - a * a));
  }
  return {cylinder.centre - half, cylinder.centre + half};
}

bool holds(const Region& region, const Vec3& p, double margin) {
  if (const auto* box = std::get_if<BoxRegion>(&region)) {
    return ((p - box->lower).array() >= margin).all() && ((box->upper - p).array() >= margin).all();
  }
  const auto& cylinder = std::get<CylinderRegion>(region);
  const Vec3 offset = p - cylinder.centre;
  const double along = offset.dot(cylinder.axis);
  const double across = (offset - along * cylinder.axis).norm();
  const double tolerance = 1e-9 * cylinder.diameter;
  return std::abs(along) <= 0.5 * cylinder.length - margin + tolerance &&
         across <= 0.5 * cylinder.diameter - margin + tolerance;
}

double volumeOf(const Region& region) {
  if (const auto* box = std::get_if<BoxRegion>(&region)) {
    return (box->upper - box->lower).cwiseMax(0.0).prod();
  }
  const auto& cylinder = std::get<CylinderRegion>(region);
  return 0.25 * std::numbers::pi * cylinder.diameter * cylinder.diameter * cylinder.length;
}

}  // namespace scree
