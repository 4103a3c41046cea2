#include <algorithm>

#include "engine/collision/surface.h"
#include "engine/collision/wall_sides.h"

namespace scree {

void touchPlane(const Plane&, const Vec3& centre, double radius, double margin, SurfaceTouches& touches) {
  const double gap = centre.z() - radius;
  if (gap <= margin) {
    touches.add(0, -Vec3::UnitZ(), gap);
  }
}

void touchRectangle(const Rectangle& rectangle, const Vec3& centre, double radius, double margin,
                    const SurfacePast& past, SurfaceTouches& touches) {
  const Vec3 nearest(std::clamp(centre.x(), -rectangle.halfX, rectangle.halfX),
                     std::clamp(centre.y(), -rectangle.halfY, rectangle.halfY), 0.0);
  const bool isOver = nearest.x() == centre.x() && nearest.y() == centre.y();
  if (centre.z() <= -radius || centre.z() > radius + margin) {
    return;
  }
  const bool isBehind = WallSides(past, 1, radius).isBehind(0, centre.z(), centre.z() >= past.moved.z(), isOver);
  if (!isOver) {
    touchPoint(isBehind ? 1 : 0, nearest, centre, radius, margin, -Vec3::UnitZ(), touches);
    return;
  }
  // A sphere that comes from behind passes until its centre is through and is pushed out to the front from there. A
  // sphere that was in front and went through by less than a radius is pushed back.
  if (!isBehind) {
    touches.add(0, -Vec3::UnitZ(), centre.z() - radius);
  }
}

}  // namespace scree
