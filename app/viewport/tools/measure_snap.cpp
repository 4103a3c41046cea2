#include "app/viewport/tools/measure_snap.h"

#include <cmath>

#include "app/document/simulation.h"
#include "app/render/geometry/body_mesh.h"
#include "app/viewport/handles/qt_values.h"

namespace scree {

namespace {

constexpr double kCornerReach = 8.0;  // distance from a corner within which a press takes it [px]

/// True if the vertices of the shape's mesh are corners of the body, not points of a round surface.
bool hasCorners(const Shape& shape) {
  return std::holds_alternative<SolidBox>(shape) || std::holds_alternative<Container>(shape) ||
         std::holds_alternative<Rectangle>(shape) || std::holds_alternative<MeshShape>(shape) ||
         std::holds_alternative<HullShape>(shape);
}

}  // namespace

Vec3 MeasureSnap::inPlane(const QPointF& point, const Vec3& through) const {
  const GizmoView view = context_.picker.projection(0);
  return onPlane(view.rayAt(pixels(point)), through, view.right().cross(view.up())).value_or(through);
}

std::optional<MeasurePoint> MeasureSnap::cornerAt(const QPointF& point) const {
  if (!context_.host.options.showBodies) {
    return std::nullopt;
  }
  const GizmoView view = context_.picker.projection(0);
  const std::vector<SnapshotBody>& bodies = context_.host.simulation.snapshot()->scene.bodies;
  std::optional<MeasurePoint> nearest;
  double least = kCornerReach;
  for (std::uint32_t b = 0; b < bodies.size(); ++b) {
    for (const ShapeInstance& shape : bodies[b].shapes ? *bodies[b].shapes : std::vector<ShapeInstance>()) {
      if (!shape.visible || !hasCorners(shape.shape)) {
        continue;
      }
      const BodyMesh mesh = tessellate(shape.shape);
      for (const MeshVertex& vertex : mesh.vertices) {
        const Vec3 local = shape.local.toWorld(mesh.middle + vertex.position.cast<double>());
        const auto at = view.pixelOf(bodies[b].pose.toWorld(local));
        const double distance = at ? (*at - pixels(point)).norm() : kCornerReach;
        if (distance < least) {
          least = distance;
          nearest = MeasurePoint{.place = local, .grain = {}, .body = b};
        }
      }
    }
  }
  return nearest;
}

std::optional<MeasurePoint> MeasureSnap::onBody(const QPointF& point, const std::optional<GrainUnder>& grain) const {
  const auto hit = context_.picker.bodyAt(point, grain);
  if (!hit) {
    return std::nullopt;
  }
  const Ray ray = context_.picker.projection(0).rayAt(pixels(point));
  const Pose& pose = context_.host.simulation.snapshot()->scene.bodies[hit->body].pose;
  const Vec3 place = pose.toLocal(ray.origin + hit->distance * ray.direction);
  return MeasurePoint{.place = place, .grain = {}, .body = hit->body};
}

MeasurePoint MeasureSnap::pointAt(const QPointF& point) const {
  if (const auto corner = cornerAt(point)) {
    return *corner;
  }
  const auto grain = context_.picker.grainAt(point);
  if (const auto body = onBody(point, grain)) {
    return *body;
  }
  if (grain && grain->side == 0) {
    return {.place = {}, .grain = grain->id, .body = {}};
  }
  return {.place = inPlane(point, context_.camera.now().target), .grain = {}, .body = {}};
}

Vec3 MeasureSnap::surfaceAt(const QPointF& point) const {
  if (const auto surface = context_.picker.surfaceAt(point)) {
    return *surface;
  }
  const Snapshot& now = *context_.host.simulation.snapshot();
  if (const auto body = onBody(point, std::nullopt)) {
    return now.scene.bodies[*body->body].pose.toWorld(body->place);
  }
  return inPlane(point, context_.camera.now().target);
}

}  // namespace scree
