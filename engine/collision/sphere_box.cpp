#include "engine/collision/collision_constants.h"
#include "engine/collision/surface.h"
#include "engine/collision/wall_sides.h"

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

namespace {

int axisOf(std::uint32_t face) { return static_cast<int>(face) / 2; }
double sideOf(std::uint32_t face) { return face % 2 == 0 ? -1.0 : 1.0; }

/// How far a place is inside the plane of a face [m].
double insideOfBox(const Container& container, std::uint32_t face, const Vec3& place) {
  return container.halfExtents[axisOf(face)] - sideOf(face) * place[axisOf(face)];
}

/// A face of a container as a sphere sees it.
struct FaceView {
  Vec3 outward = Vec3::Zero();
  Vec3 nearest = Vec3::Zero();  ///< point of the face
  bool isOver = false;          ///< the centre is over the face, not past its rim
  bool isPastOpenRim = false;   ///< and past one where the neighbouring face is absent

  FaceView(const Container& container, std::uint32_t face, const Vec3& centre) {
    const Vec3& half = container.halfExtents;
    const int axis = axisOf(face);
    outward[axis] = sideOf(face);
    nearest = centre.cwiseMax(-half).cwiseMin(half);
    nearest[axis] = sideOf(face) * half[axis];
    const Vec3 across = nearest - centre;
    const auto isWithin = [&](int other) { return across[other] == 0.0; };
    const auto isPastOpen = [&](int other) {
      return !isWithin(other) &&
             !container.faces[2 * static_cast<std::size_t>(other) + (centre[other] > 0.0 ? 1U : 0U)];
    };
    const int one = (axis + 1) % 3;
    const int two = (axis + 2) % 3;
    isOver = isWithin(one) && isWithin(two);
    isPastOpenRim = isPastOpen(one) || isPastOpen(two);
  }
};

bool isInBox(const Container& container, const Vec3& place) {
  for (std::uint32_t face = 0; face < kContainerWalls; ++face) {
    if (container.faces[face] && insideOfBox(container, face, place) < 0.0) {
      return false;
    }
  }
  return true;
}

/// Adds the touch from outside if the sphere is behind any face: with the nearest point of the faces that it is behind,
/// as the others are farther from it or end there.
bool touchBoxFromOutside(const Container& container, const Vec3& centre, double radius, double margin,
                         const SurfacePast& past, SurfaceTouches& touches) {
  WallSides sides(past, kContainerWalls, radius);
  const bool wasIn = isInBox(container, centre - past.moved);
  bool isOutside = false;
  double least = radius + margin;
  for (std::uint32_t face = 0; face < kContainerWalls; ++face) {
    const double inside = insideOfBox(container, face, centre);
    if (!container.faces[face] || inside >= collision::kDeepestBehindWall * radius) {
      continue;
    }
    const FaceView view(container, face, centre);
    // A sphere that went round an edge is no more behind the face that it came from.
    const bool isRound = inside >= 0.0 && !view.isOver;
    if (isRound || !sides.isBehind(face, inside, wasIn, !view.isPastOpenRim)) {
      continue;
    }
    isOutside = true;
    const Vec3 towards = view.nearest - centre;
    const double distance = inside < 0.0 ? towards.norm() : -inside;
    if (distance > least) {
      continue;
    }
    least = distance;
    touches.count = 0;
    touches.add(kContainerWalls + face, inside < 0.0 ? Vec3(towards / distance) : Vec3(-view.outward),
                distance - radius);
  }
  return isOutside;
}

}  // namespace

void touchContainer(const Container& container, const Vec3& centre, double radius, double margin,
                    const SurfacePast& past, SurfaceTouches& touches) {
  const double least = (container.halfExtents - centre.cwiseAbs()).minCoeff();
  if (least > radius + margin || (least < collision::kDeepestBehindWall * radius &&
                                  touchBoxFromOutside(container, centre, radius, margin, past, touches))) {
    return;
  }
  for (std::uint32_t face = 0; face < kContainerWalls; ++face) {
    const double inside = insideOfBox(container, face, centre);
    if (!container.faces[face] || inside > radius + margin || inside < -radius) {
      continue;
    }
    const FaceView view(container, face, centre);
    // Past the edge of a face only its rim can be touched, and only where the neighbouring face is absent: between two
    // present faces both planes hold the sphere.
    if (view.isPastOpenRim) {
      touchPoint(face, view.nearest, centre, radius, margin, view.outward, touches);
    } else {
      touches.add(face, view.outward, inside - radius);
    }
  }
}

}  // namespace scree
