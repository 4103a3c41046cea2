#include "app/viewport/handles/gizmo_math.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace scree {

namespace {

constexpr double kLeastSine = 0.06;  // least sine of the angle between a ray and the axis of a drag
constexpr double kLeastTilt = 0.05;  // least cosine of the angle between a ray and a plane's normal
constexpr double kLeastRing = 0.12;  // least cosine between a ray and a ring's axis: at smaller ones angles jump

double tangent(const Camera& camera) { return std::tan(0.5 * static_cast<double>(camera.fieldOfView)); }

double lengthTo(const Vec2& a, const Vec2& b, const Vec2& point) {
  const Vec2 way = b - a;
  const double square = way.squaredNorm();
  const double share = square > 0.0 ? std::clamp((point - a).dot(way) / square, 0.0, 1.0) : 0.0;
  return (a + share * way - point).norm();
}

}  // namespace

std::optional<Vec2> GizmoView::pixelOf(const Vec3& point) const {
  const Vec3 place = camera.seen(point);
  if (camera.parallel) {
    const double scale = 1.0 / metresPerPixel(point);
    return Vec2(0.5 * width + shift + scale * place.x(), 0.5 * height - scale * place.y());
  }
  if (!(place.z() < -1e-3 * static_cast<double>(camera.distance))) {
    return std::nullopt;
  }
  const double scale = 0.5 * height / (tangent(camera) * -place.z());
  return Vec2(0.5 * width + shift + scale * place.x(), 0.5 * height - scale * place.y());
}

Ray GizmoView::rayAt(const Vec2& pixel) const {
  if (camera.parallel) {
    // The ray begins in front of everything drawn.
    constexpr double kFar = 1e4;
    const double distance = static_cast<double>(camera.distance);
    const double scale = metresPerPixel(Vec3::Zero());
    const Vec3 across = scale * ((pixel.x() - 0.5 * width - shift) * right() + (0.5 * height - pixel.y()) * up());
    const Vec3 back = camera.axes().row(2).transpose();
    return {camera.target + across + kFar * distance * back, -back};
  }
  const double scale = tangent(camera) / (0.5 * height);
  const Vec3 ahead((pixel.x() - 0.5 * width - shift) * scale, (0.5 * height - pixel.y()) * scale, -1.0);
  return {camera.eye(), (camera.axes().transpose() * ahead).normalized()};
}

double GizmoView::metresPerPixel(const Vec3& point) const {
  if (camera.parallel) {
    return 2.0 * tangent(camera) * static_cast<double>(camera.distance) / std::max(height, 1);
  }
  const double depth = std::max(-camera.seen(point).z(), 1e-3 * static_cast<double>(camera.distance));
  return 2.0 * tangent(camera) * depth / std::max(height, 1);
}

Vec3 GizmoView::right() const { return camera.axes().row(0).transpose(); }
Vec3 GizmoView::up() const { return camera.axes().row(1).transpose(); }
Vec3 GizmoView::towardsEye(const Vec3& point) const { return camera.towardsEye(point); }

std::optional<double> alongAxis(const Ray& ray, const Vec3& point, const Vec3& axis) {
  const Vec3 between = point - ray.origin;
  const double cosine = axis.dot(ray.direction);
  const double square = 1.0 - cosine * cosine;
  if (!(square > kLeastSine * kLeastSine)) {
    return std::nullopt;
  }
  return (cosine * ray.direction.dot(between) - axis.dot(between)) / square;
}

std::optional<Vec3> onPlane(const Ray& ray, const Vec3& point, const Vec3& normal) {
  const double slope = normal.dot(ray.direction);
  if (!(std::abs(slope) > kLeastTilt)) {
    return std::nullopt;
  }
  const double way = normal.dot(point - ray.origin) / slope;
  return way > 0.0 ? std::optional<Vec3>(ray.origin + way * ray.direction) : std::nullopt;
}

std::optional<double> angleAbout(const Ray& ray, const Vec3& centre, const Vec3& axis) {
  if (!(std::abs(axis.dot(ray.direction)) > kLeastRing)) {
    return std::nullopt;
  }
  const std::optional<Vec3> hit = onPlane(ray, centre, axis);
  if (!hit) {
    return std::nullopt;
  }
  const Vec3 u = across(axis);
  const Vec3 v = axis.cross(u);
  return std::atan2(v.dot(*hit - centre), u.dot(*hit - centre));
}

Vec3 onSphere(const Ray& ray, const Vec3& centre, double radius) {
  const Vec3 between = centre - ray.origin;
  const double nearest = between.dot(ray.direction);
  const Vec3 foot = ray.origin + nearest * ray.direction;
  const double square = radius * radius - (foot - centre).squaredNorm();
  if (square >= 0.0) {
    return foot - std::sqrt(square) * ray.direction;
  }
  return centre + radius * (foot - centre).normalized();
}

Vec3 across(const Vec3& axis) {
  int least = 0;
  axis.cwiseAbs().minCoeff(&least);
  return axis.cross(Vec3::Unit(least)).normalized();
}

double wrapped(double angle) {
  const double turn = 2.0 * std::numbers::pi;
  const double rest = std::remainder(angle, turn);
  return rest <= -std::numbers::pi ? rest + turn : rest;
}

double snapped(double value, double step) { return step > 0.0 ? step * std::round(value / step) : value; }

double distanceTo(std::span<const Vec2> line, const Vec2& point) {
  double nearest = line.size() == 1 ? (line.front() - point).norm() : std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    nearest = std::min(nearest, lengthTo(line[i], line[i + 1], point));
  }
  return nearest;
}

bool isInside(std::span<const Vec2> outline, const Vec2& point) {
  bool anyLeft = false;
  bool anyRight = false;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vec2 edge = outline[(i + 1) % outline.size()] - outline[i];
    const Vec2 way = point - outline[i];
    const double side = edge.x() * way.y() - edge.y() * way.x();
    anyLeft = anyLeft || side > 0.0;
    anyRight = anyRight || side < 0.0;
  }
  return outline.size() >= 3 && !(anyLeft && anyRight);
}

}  // namespace scree
