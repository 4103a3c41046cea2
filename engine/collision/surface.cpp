#include "engine/collision/surface.h"

#include <limits>

#include "engine/geometry/hull.h"

namespace scree {

void touchPoint(std::uint32_t feature, const Vec3& nearest, const Vec3& centre, double radius, double margin,
                const Vec3& fallback, SurfaceTouches& touches) {
  const Vec3 towards = nearest - centre;
  const double distance = towards.norm();
  if (distance > radius + margin) {
    return;
  }
  touches.add(feature, distance > 0.0 ? Vec3(towards / distance) : fallback, distance - radius);
}

namespace {

struct Touch {
  const Vec3& centre;
  double radius;
  double margin;
  const SurfacePast& past;
  SurfaceTouches& touches;

  void operator()(const Plane& shape) const { touchPlane(shape, centre, radius, margin, touches); }
  void operator()(const Rectangle& shape) const { touchRectangle(shape, centre, radius, margin, past, touches); }
  void operator()(const SolidBox& shape) const { touchSolidBox(shape, centre, radius, margin, touches); }
  void operator()(const Container& shape) const { touchContainer(shape, centre, radius, margin, past, touches); }
  void operator()(const HollowCylinder& shape) const {
    touchHollowCylinder(shape, centre, radius, margin, past, touches);
  }
  void operator()(const SolidCylinder& shape) const { touchSolidCylinder(shape, centre, radius, margin, touches); }
  void operator()(const SolidSphere& shape) const { touchSolidSphere(shape, centre, radius, margin, touches); }
  void operator()(const Capsule& shape) const { touchCapsule(shape, centre, radius, margin, touches); }
  void operator()(const MeshShape& shape) const { touchMesh(shape, centre, radius, margin, past, touches); }
  void operator()(const HullShape& shape) const { touchHull(shape, centre, radius, margin, touches); }
};

struct Radius {
  double operator()(const Plane&) const { return std::numeric_limits<double>::infinity(); }
  double operator()(const Rectangle& shape) const { return std::hypot(shape.halfX, shape.halfY); }
  double operator()(const SolidBox& shape) const { return shape.halfExtents.norm(); }
  double operator()(const Container& shape) const { return shape.halfExtents.norm(); }
  double operator()(const HollowCylinder& shape) const { return std::hypot(shape.radius, shape.halfLength); }
  double operator()(const SolidCylinder& shape) const { return std::hypot(shape.radius, shape.halfLength); }
  double operator()(const SolidSphere& shape) const { return shape.radius; }
  double operator()(const Capsule& shape) const { return shape.radius + shape.halfLength; }
  double operator()(const MeshShape& shape) const { return shape.mesh->radius; }
  double operator()(const HullShape& shape) const { return shape.hull->mesh->radius; }
};

struct HalfExtents {
  Vec3 operator()(const Plane&) const { return Vec3::Constant(std::numeric_limits<double>::infinity()); }
  Vec3 operator()(const Rectangle& shape) const { return {shape.halfX, shape.halfY, 0.0}; }
  Vec3 operator()(const SolidBox& shape) const { return shape.halfExtents; }
  Vec3 operator()(const Container& shape) const { return shape.halfExtents; }
  Vec3 operator()(const HollowCylinder& shape) const { return {shape.radius, shape.radius, shape.halfLength}; }
  Vec3 operator()(const SolidCylinder& shape) const { return {shape.radius, shape.radius, shape.halfLength}; }
  Vec3 operator()(const SolidSphere& shape) const { return Vec3::Constant(shape.radius); }
  Vec3 operator()(const Capsule& shape) const { return {shape.radius, shape.radius, shape.radius + shape.halfLength}; }
  Vec3 operator()(const MeshShape&) const { return Vec3::Zero(); }
  Vec3 operator()(const HullShape&) const { return Vec3::Zero(); }
};

}  // namespace

void touchShape(const Shape& shape, const Vec3& centre, double radius, SurfaceTouches& touches, double margin,
                const SurfacePast& past) {
  touches.count = 0;
  std::visit(Touch{centre, radius, margin, past, touches}, shape);
}

Bounds boundingBox(const Shape& shape) {
  if (const auto* mesh = std::get_if<MeshShape>(&shape)) {
    return mesh->mesh->bounds;
  }
  if (const auto* hull = std::get_if<HullShape>(&shape)) {
    return hull->hull->mesh->bounds;
  }
  const Vec3 half = std::visit(HalfExtents{}, shape);
  return {-half, half};
}

double boundingRadius(const Shape& shape) { return std::visit(Radius{}, shape); }

}  // namespace scree
