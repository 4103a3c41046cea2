#include <algorithm>

#include "engine/collision/surface.h"

namespace scree {

void touchPlane(const Plane&, const Vec3& centre, double radius, double margin, SurfaceTouches& touches) {
  const double gap = centre.z() - radius;
  if (gap <= margin) {
    touches.add(0, -Vec3::UnitZ(), gap);
  }
}

void touchRectangle(const Rectangle& rectangle, const Vec3& centre, double radius, double margin,
                    SurfaceTouches& touches) {
  const Vec3 nearest(std::clamp(centre.x(), -rectangle.halfX, rectangle.halfX),
                     std::clamp(centre.y(), -rectangle.halfY, rectangle.halfY), 0.0);
  const bool over = nearest.x() == centre.x() && nearest.y() == centre.y();
  if (!over) {
    if (centre.z() > -radius) {
      touchPoint(0, nearest, centre, radius, margin, -Vec3::UnitZ(), touches);
    }
    return;
  }
  // A centre that went through by less than a radius is pushed back to the front.
  const double gap = centre.z() - radius;
  if (gap <= margin && centre.z() > -radius) {
    touches.add(0, -Vec3::UnitZ(), gap);
  }
}

}  // namespace scree
