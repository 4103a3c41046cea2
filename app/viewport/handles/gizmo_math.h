#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>

#include "app/view/camera.h"
#include "engine/base/types.h"

// Places of a pointer in the world: lines of sight against axes, planes, rings and spheres. All functions start from
// rays, so they hold with perspective and without.
namespace scree {

using Vec2 = Eigen::Vector2d;

/// Line of sight in the world; `direction` is a unit vector away from the eye.
struct Ray {
  Vec3 origin = Vec3::Zero();
  Vec3 direction = -Vec3::UnitZ();
};

/// Projection of a view. Pixels are logical pixels of a viewport `width` x `height`, y down; the camera's line of sight
/// is `shift` px to the right of the viewport's middle.
struct GizmoView {
  Camera camera;
  int width = 1;
  int height = 1;
  double shift = 0.0;

  /// Pixel of a point of the world; nothing if it is behind the eye.
  std::optional<Vec2> pixelOf(const Vec3& point) const;
  /// Line of sight through a pixel.
  Ray rayAt(const Vec2& pixel) const;
  /// Length [m] of a pixel across the line of sight, at the depth of a point.
  double metresPerPixel(const Vec3& point) const;
  /// Unit vectors in the world: to the right of the picture, up in it, and from a point towards the eye.
  Vec3 right() const;
  Vec3 up() const;
  Vec3 towardsEye(const Vec3& point) const;
};

/// Place on the line through `point` along the unit vector `axis` that is nearest to a ray: distance from `point` along
/// the axis [m]. Nothing if axis and ray are almost parallel.
std::optional<double> alongAxis(const Ray& ray, const Vec3& point, const Vec3& axis);
/// Point where a ray meets a plane; nothing if the plane is seen from its edge or lies behind.
std::optional<Vec3> onPlane(const Ray& ray, const Vec3& point, const Vec3& normal);
/// Angle [rad] about an axis of the point where a ray meets the plane through `centre` across the axis, measured from
/// across(axis). Nothing if the plane is seen almost from its edge or lies behind.
std::optional<double> angleAbout(const Ray& ray, const Vec3& centre, const Vec3& axis);
/// Point of a sphere that a ray meets first, or comes nearest to.
Vec3 onSphere(const Ray& ray, const Vec3& centre, double radius);

/// Unit vector across `axis`, a function of the axis alone.
Vec3 across(const Vec3& axis);
/// Angle [rad] in (-π, π] with the same direction.
double wrapped(double angle);
/// Multiple of `step` nearest to `value`; `value` itself if the step is 0.
double snapped(double value, double step);
/// Distance from a point to a line of straight pieces [px].
double distanceTo(std::span<const Vec2> line, const Vec2& point);
/// True if a point is inside a convex outline.
bool isInside(std::span<const Vec2> outline, const Vec2& point);

}  // namespace scree
