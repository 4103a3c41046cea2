#include <algorithm>
#include <cmath>

#include "engine/collision/surface.h"

namespace scree {

void touchHollowCylinder(const HollowCylinder& cylinder, const Vec3& centre, double radius, double margin,
                         SurfaceTouches& touches) {
  const double rho = centre.head<2>().norm();
  const Vec3 outward = rho > 0.0 ? Vec3(centre.x() / rho, centre.y() / rho, 0.0) : Vec3::UnitX();
  const double inside = cylinder.radius - rho;
  if (inside <= radius + margin && inside >= -radius) {
    const double z = std::clamp(centre.z(), -cylinder.halfLength, cylinder.halfLength);
    const bool beyondCap = z != centre.z() && cylinder.caps[centre.z() > 0.0];
    if (z == centre.z() || beyondCap) {
      touches.add(0, outward, inside - radius);
    } else {
      touchPoint(0, cylinder.radius * outward + z * Vec3::UnitZ(), centre, radius, margin, outward, touches);
    }
  }
  if (inside < -radius) {
    return;
  }
  for (int cap = 0; cap < 2; ++cap) {
    const double side = cap == 0 ? -1.0 : 1.0;
    const double depth = cylinder.halfLength - side * centre.z();
    if (cylinder.caps[static_cast<std::size_t>(cap)] && depth <= radius + margin && depth >= -radius) {
      touches.add(static_cast<std::uint32_t>(cap + 1), side * Vec3::UnitZ(), depth - radius, true);
    }
  }
}

void touchSolidCylinder(const SolidCylinder& cylinder, const Vec3& centre, double radius, double margin,
                        SurfaceTouches& touches) {
  const double rho = centre.head<2>().norm();
  const Vec3 outward = rho > 0.0 ? Vec3(centre.x() / rho, centre.y() / rho, 0.0) : Vec3::UnitX();
  const double z = std::clamp(centre.z(), -cylinder.halfLength, cylinder.halfLength);
  if (rho > cylinder.radius || z != centre.z()) {
    const Vec3 nearest = std::min(rho, cylinder.radius) * outward + z * Vec3::UnitZ();
    touchPoint(0, nearest, centre, radius, margin, -outward, touches);
    return;
  }
  // The centre is inside: out through the nearer of the wall and the end.
  const double wall = cylinder.radius - rho;
  const double end = cylinder.halfLength - std::abs(centre.z());
  if (wall <= end) {
    touches.add(0, -outward, -wall - radius);
  } else {
    touches.add(0, Vec3(0.0, 0.0, centre.z() < 0.0 ? 1.0 : -1.0), -end - radius);
  }
}

}  // namespace scree
