#include <algorithm>
#include <array>
#include <cmath>

#include "engine/collision/collision_constants.h"
#include "engine/collision/surface.h"
#include "engine/collision/wall_sides.h"

namespace scree {

namespace {

/// How far a centre is inside the walls of a hollow cylinder [m], by feature.
std::array<double, kCylinderWalls> insideOfCylinder(const HollowCylinder& cylinder, const Vec3& centre) {
  return {cylinder.radius - centre.head<2>().norm(), cylinder.halfLength + centre.z(),
          cylinder.halfLength - centre.z()};
}

bool isInCylinder(const HollowCylinder& cylinder, const Vec3& place) {
  const std::array<double, kCylinderWalls> inside = insideOfCylinder(cylinder, place);
  return inside[0] >= 0.0 && (inside[1] >= 0.0 || !cylinder.caps[0]) && (inside[2] >= 0.0 || !cylinder.caps[1]);
}

/// The touch from outside, if the sphere is behind the wall or a cap: with the nearest point of what it is behind.
bool touchCylinderFromOutside(const HollowCylinder& cylinder, const Vec3& centre, const Vec3& outward, double radius,
                              double margin, const SurfacePast& past, SurfaceTouches& touches) {
  WallSides sides(past, kCylinderWalls, radius);
  const std::array<double, kCylinderWalls> inside = insideOfCylinder(cylinder, centre);
  const bool wasIn = isInCylinder(cylinder, centre - past.moved);
  const double rho = centre.head<2>().norm();
  const double z = std::clamp(centre.z(), -cylinder.halfLength, cylinder.halfLength);
  bool isOutside = false;
  double least = radius + margin;
  for (std::uint32_t wall = 0; wall < kCylinderWalls; ++wall) {
    const bool isCap = wall > 0;
    const bool isOver = isCap ? rho <= cylinder.radius : z == centre.z();
    const bool isPastOpenRim = !isCap && !isOver && !cylinder.caps[centre.z() > 0.0];
    // A sphere that went round an edge is no more behind the wall that it came from.
    const bool isRound = inside[wall] >= 0.0 && !isOver;
    if (isRound || (isCap && !cylinder.caps[wall - 1]) || !sides.isBehind(wall, inside[wall], wasIn, !isPastOpenRim)) {
      continue;
    }
    isOutside = true;
    const double side = wall == 1 ? -1.0 : 1.0;
    const Vec3 nearest =
        isCap ? Vec3(std::min(rho, cylinder.radius) * outward + side * cylinder.halfLength * Vec3::UnitZ())
              : Vec3(cylinder.radius * outward + z * Vec3::UnitZ());
    const Vec3 back = isCap ? Vec3(-side * Vec3::UnitZ()) : Vec3(-outward);
    const double distance = inside[wall] < 0.0 ? (nearest - centre).norm() : -inside[wall];
    if (distance > least) {
      continue;
    }
    least = distance;
    touches.count = 0;
    touches.add(kCylinderWalls + wall, inside[wall] < 0.0 ? Vec3((nearest - centre) / distance) : back,
                distance - radius, isCap);
  }
  return isOutside;
}

}  // namespace

void touchHollowCylinder(const HollowCylinder& cylinder, const Vec3& centre, double radius, double margin,
                         const SurfacePast& past, SurfaceTouches& touches) {
  const double rho = centre.head<2>().norm();
  const Vec3 outward = rho > 0.0 ? Vec3(centre.x() / rho, centre.y() / rho, 0.0) : Vec3::UnitX();
  const double inside = cylinder.radius - rho;
  if (std::min(inside, cylinder.halfLength - std::abs(centre.z())) < collision::kDeepestBehindWall * radius &&
      touchCylinderFromOutside(cylinder, centre, outward, radius, margin, past, touches)) {
    return;
  }
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
