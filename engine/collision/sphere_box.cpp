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

constexpr std::uint32_t kFaces = 6;

/// A face of a container as a sphere sees it.
struct FaceView {
  std::uint32_t face = 0;
  int axis = 0;
  Vec3 outward = Vec3::Zero();
  double inside = 0.0;          ///< m: of the centre from the face's plane, positive inside
  Vec3 nearest = Vec3::Zero();  ///< point of the face
  bool isOver = false;          ///< the centre is over the face, not past its rim
  bool isPastOpenRim = false;   ///< and past one where the neighbouring face is absent

  FaceView(const Container& container, std::uint32_t which, const Vec3& centre)
      : face(which), axis(static_cast<int>(which) / 2) {
    const Vec3& half = container.halfExtents;
    const double side = which % 2 == 0 ? -1.0 : 1.0;
    outward[axis] = side;
    inside = half[axis] - side * centre[axis];
    nearest = centre.cwiseMax(-half).cwiseMin(half);
    nearest[axis] = side * half[axis];
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

bool isIn(const Container& container, const Vec3& place) {
  for (std::uint32_t face = 0; face < kFaces; ++face) {
    const double side = face % 2 == 0 ? -1.0 : 1.0;
    const auto axis = static_cast<int>(face) / 2;
    if (container.faces[face] && side * place[axis] > container.halfExtents[axis]) {
      return false;
    }
  }
  return true;
}

/// The touch from outside, if the sphere is behind any face: with the nearest point of those that it is behind, as the
/// others are farther from it or end there.
bool touchFromOutside(const Container& container, const Vec3& centre, double radius, double margin,
                      const SurfacePast& past, SurfaceTouches& touches) {
  WallSides sides(past, kFaces, radius);
  const bool wasIn = isIn(container, centre - past.moved);
  bool isOutside = false;
  double least = radius + margin;
  for (std::uint32_t face = 0; face < kFaces; ++face) {
    if (!container.faces[face]) {
      continue;
    }
    const FaceView view(container, face, centre);
    // Who went round an edge is no more behind the face that it came from.
    const bool isRound = view.inside >= 0.0 && !view.isOver;
    if (isRound || !sides.isBehind(face, view.inside, wasIn, !view.isPastOpenRim)) {
      continue;
    }
    isOutside = true;
    const Vec3 towards = view.nearest - centre;
    const double distance = view.inside < 0.0 ? towards.norm() : -view.inside;
    if (distance > least) {
      continue;
    }
    least = distance;
    touches.count = 0;
    touches.add(kFaces + face, view.inside < 0.0 ? Vec3(towards / distance) : Vec3(-view.outward), distance - radius);
  }
  return isOutside;
}

}  // namespace

void touchContainer(const Container& container, const Vec3& centre, double radius, double margin,
                    const SurfacePast& past, SurfaceTouches& touches) {
  const double inside = (container.halfExtents - centre.cwiseAbs()).minCoeff();
  if (inside > radius + margin ||
      (inside < 0.5 * radius && touchFromOutside(container, centre, radius, margin, past, touches))) {
    return;
  }
  for (std::uint32_t face = 0; face < kFaces; ++face) {
    if (!container.faces[face]) {
      continue;
    }
    const FaceView view(container, face, centre);
    if (view.inside > radius + margin || view.inside < -radius) {
      continue;
    }
    // Past the edge of a face only its rim can be touched, and only where the neighbouring face is absent: between two
    // present faces both planes hold the sphere.
    if (view.isPastOpenRim) {
      touchPoint(face, view.nearest, centre, radius, margin, view.outward, touches);
    } else {
      touches.add(face, view.outward, view.inside - radius);
    }
  }
}

}  // namespace scree
