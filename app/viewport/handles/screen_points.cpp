#include "app/viewport/handles/screen_points.h"

#include <algorithm>

#include "app/viewport/handles/gizmo_math.h"

namespace scree {

std::optional<QPointF> pixelOf(const Camera& camera, const Vec3& point, int width, int height) {
  const auto at = GizmoView{camera, width, height}.pixelOf(point);
  return at ? std::optional(QPointF(at->x(), at->y())) : std::nullopt;
}

Vec3 movedPoint(const Camera& camera, const Vec3& from, const QPointF& way, int height, bool vertical) {
  const double metresPerPixel = GizmoView{camera, 1, height}.metresPerPixel(from);
  const Eigen::Matrix3d axes = camera.axes();
  const Vec3 right = axes.row(0).transpose();
  const Vec3 up = axes.row(1).transpose();
  if (vertical) {
    // From above a vertical looks short, up to a point: beyond an elevation of 66° the point moves as from 66°.
    constexpr double kLeast = 0.4;
    return from - Vec3::UnitZ() * (way.y() * metresPerPixel / std::max(up.z(), kLeast));
  }
  return from + metresPerPixel * (way.x() * right - way.y() * up);
}

}  // namespace scree
