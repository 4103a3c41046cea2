#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>

#include "app/view/camera.h"
#include "engine/base/types.h"

// Where a pointer is in the world: lines of sight against axes, planes, rings and spheres. Holds for cameras with and
// without perspective: all of it starts from rays.
namespace scree {

using Vec2 = Eigen::Vector2d;

/// A line of sight; `direction` is a unit vector away from the eye.
struct Ray {
  Vec3 origin = Vec3::Zero();
  Vec3 direction = -Vec3::UnitZ();
};

/// A view as handles in it need it. Points are logical pixels of `width` x `height`, y down; the line of sight is
/// `shift` px to the right of the middle.
struct GizmoView {
  Camera camera;
  int width = 1;
  int height = 1;
  double shift = 0.0;

  /// Nothing for what is behind the eye.
  std::optional<Vec2> pixelOf(const Vec3& point) const;
  Ray rayAt(const Vec2& pixel) const;
  /// At the depth of a point, across the line of sight.
  double metresPerPixel(const Vec3& point) const;
  /// Unit vectors of the picture: to the right, up, and from a point to the eye.
  Vec3 right() const;
  Vec3 up() const;
  Vec3 towardsEye(const Vec3& point) const;
};

/// Where on the axis through `point` (unit vector) a ray comes nearest to it, from the point [m]. Nothing when both run
/// almost side by side.
std::optional<double> alongAxis(const Ray& ray, const Vec3& point, const Vec3& axis);
/// Nothing when the plane is seen from its edge or lies behind.
std::optional<Vec3> onPlane(const Ray& ray, const Vec3& point, const Vec3& normal);
/// Angle [rad] about an axis of where the ray meets the plane of its ring, from a direction that depends on the axis
/// alone. Nothing when the ring is seen from its edge.
std::optional<double> angleAbout(const Ray& ray, const Vec3& centre, const Vec3& axis);
/// The point of a sphere that the ray meets first, or comes nearest to.
Vec3 onSphere(const Ray& ray, const Vec3& centre, double radius);

/// A unit vector across another one, always the same for the same.
Vec3 across(const Vec3& axis);
/// The angle in (-π, π] that points the same way.
double wrapped(double angle);
/// The nearest multiple.
double snapped(double value, double step);
/// Distance from a point to a line of straight pieces [px].
double distanceTo(std::span<const Vec2> line, const Vec2& point);
/// Whether a point is inside a convex outline.
bool isInside(std::span<const Vec2> outline, const Vec2& point);

}  // namespace scree
