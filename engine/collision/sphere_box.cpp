#include "engine/collision/surface.h"

namespace scree {

void touchSolidBox(const SolidBox& box, const Vec3& centre, double radius, double margin, SurfaceTouches& touches) {
  const Vec3& half = box.halfExtents;
  const Vec3 nearest = centre.cwiseMax(-half).cwiseMin(half);
  if (nearest != centre) {
    touchPoint(0, nearest, centre, radius, margin, -Vec3::UnitZ(), touches);
    return;
  }
  // The centre is inside: out through the nearest face.
  int axis = 0;
  (half - centre.cwiseAbs()).minCoeff(&axis);
  const double depth = half[axis] - std::abs(centre[axis]);
  Vec3 normal = Vec3::Zero();
  normal[axis] = centre[axis] < 0.0 ? 1.0 : -1.0;
  touches.add(0, normal, -depth - radius);
}

void touchContainer(const Container& container, const Vec3& centre, double radius, double margin,
                    SurfaceTouches& touches) {
  const Vec3& half = container.halfExtents;
  if ((half - centre.cwiseAbs()).minCoeff() > radius + margin) {
    return;  // far inside
  }
  for (int face = 0; face < 6; ++face) {
    if (!container.faces[static_cast<std::size_t>(face)]) {
      continue;
    }
    const int axis = face / 2;
    const double side = face % 2 == 0 ? -1.0 : 1.0;
    const double inside = half[axis] - side * centre[axis];  // distance of the centre from the face, positive inside
    if (inside > radius + margin || inside < -radius) {
      continue;
    }
    Vec3 nearest = centre.cwiseMax(-half).cwiseMin(half);
    nearest[axis] = side * half[axis];
    const Vec3 across = nearest - centre;
    const bool over = across[(axis + 1) % 3] == 0.0 && across[(axis + 2) % 3] == 0.0;
    Vec3 outward = Vec3::Zero();
    outward[axis] = side;
    // Past the edge of a face only its rim can be touched, and only where the neighbouring face is absent: between two
    // present faces both planes hold the sphere.
    const auto absent = [&](int other) {
      const auto neighbour = 2 * static_cast<std::size_t>(other) + (centre[other] > 0.0 ? 1U : 0U);
      return across[other] == 0.0 || !container.faces[neighbour];
    };
    if (!over && absent((axis + 1) % 3) && absent((axis + 2) % 3)) {
      touchPoint(static_cast<std::uint32_t>(face), nearest, centre, radius, margin, outward, touches);
    } else {
      touches.add(static_cast<std::uint32_t>(face), outward, inside - radius);
    }
  }
}

}  // namespace scree
