#include "app/viewport/camera/scene_picker.h"

#include <QOpenGLWidget>
#include <algorithm>
#include <cmath>

#include "app/render/geometry/joint_bars.h"
#include "app/viewport/handles/qt_values.h"
#include "app/viewport/handles/screen_points.h"

namespace scree {

namespace {

constexpr double kJointReach = 9.0;  // distance from a joint's line within which it is picked [px]

double distanceToLine(const Vec2& point, const Vec2& from, const Vec2& to) {
  const Vec2 way = to - from;
  const double square = way.squaredNorm();
  const double part = square > 0.0 ? std::clamp((point - from).dot(way) / square, 0.0, 1.0) : 0.0;
  return (from + part * way - point).norm();
}

}  // namespace

bool ScenePicker::hasPicture() const { return views_.shown() != nullptr && views_.failure().empty(); }

GizmoView ScenePicker::projection(std::size_t side) const {
  const TwinSide& seen = views_.split().sides[side];
  const QOpenGLWidget& widget = host_.widget;
  return {cameraOf(seen, camera_), widget.width(), widget.height(),
          static_cast<double>(seen.middle) / widget.devicePixelRatioF() - 0.5 * widget.width()};
}

std::optional<QPointF> ScenePicker::pixelAt(const Vec3& point) const {
  const TwinSide& side = views_.split().sides[0];
  const QOpenGLWidget& widget = host_.widget;
  const auto at = pixelOf(cameraOf(side, camera_), point, widget.width(), widget.height());
  const double shift = static_cast<double>(side.middle) / widget.devicePixelRatioF() - 0.5 * widget.width();
  return at && side.shown ? std::optional(*at + QPointF(shift, 0.0)) : std::nullopt;
}

std::optional<GrainUnder> ScenePicker::grainAt(const QPointF& point) {
  if (!hasPicture()) {
    return std::nullopt;
  }
  const std::size_t side = views_.sideAt(point);
  const TwinSide& seen = views_.split().sides[side];
  const Snapshot& snapshot = views_.shownOn(side);
  const double ratio = host_.widget.devicePixelRatioF();
  const QSize size = views_.devicePixels();
  host_.widget.makeCurrent();
  const auto index =
      views_.renderer(side).pick(cameraOf(seen, camera_), static_cast<int>(point.x() * ratio),
                                 static_cast<int>(point.y() * ratio), size.width(), size.height(), seen.part);
  host_.widget.doneCurrent();
  if (!index || *index >= snapshot.grains.id.size()) {
    return std::nullopt;
  }
  return GrainUnder{side, *index, snapshot.grains.id[*index]};
}

std::optional<Vec3> ScenePicker::surfaceAt(const QPointF& point) {
  if (!hasPicture()) {
    return std::nullopt;
  }
  const std::size_t side = views_.sideAt(point);
  const TwinSide& seen = views_.split().sides[side];
  const double ratio = host_.widget.devicePixelRatioF();
  const QSize size = views_.devicePixels();
  host_.widget.makeCurrent();
  const auto there =
      views_.renderer(side).pointAt(cameraOf(seen, camera_), static_cast<int>(point.x() * ratio),
                                    static_cast<int>(point.y() * ratio), size.width(), size.height(), seen.part);
  host_.widget.doneCurrent();
  return there;
}

std::optional<BodyHit> ScenePicker::bodyAt(const QPointF& point, const std::optional<GrainUnder>& grain) const {
  if (!host_.options.showBodies || views_.shown() == nullptr || host_.memory.parts.hideRun()) {
    return std::nullopt;
  }
  const std::size_t side = views_.sideAt(point);
  const Snapshot& seen = views_.shownOn(side);
  const Ray ray = projection(side).rayAt(pixels(point));
  const ClipOptions& clip = host_.options.clip;
  const bool isClipped = clip.on && clip.bodies;
  const auto hit = scree::bodyAt(seen, ray.origin, ray.direction,
                                 [&](std::uint32_t, const Vec3& place) { return !isClipped || !isCut(clip, place); });
  if (!hit || !grain) {
    return hit;
  }
  // Grains are seen through walls, but not through solid bodies that forces move.
  const Eigen::Vector4f& sphere = seen.grains.positionRadius[grain->index];
  const double depth = (seen.placeOf(grain->index) - ray.origin).dot(ray.direction) / ray.direction.squaredNorm();
  const double radius = static_cast<double>(sphere.w()) / ray.direction.norm();
  const bool hides = seen.scene.bodies[hit->body].mass > 0.0 && !hit->isContainer && hit->distance < depth - radius;
  return hides ? hit : std::nullopt;
}

std::optional<PickedPart> ScenePicker::jointAt(const QPointF& point) const {
  if (!host_.options.layers.joints || host_.memory.parts.hideRun()) {
    return std::nullopt;
  }
  const std::size_t side = views_.sideAt(point);
  const Snapshot& seen = views_.shownOn(side);
  const GizmoView view = projection(side);
  std::optional<PickedPart> nearest;
  double least = kJointReach;
  for (std::uint32_t i = 0; i < seen.scene.joints.size(); ++i) {
    const JointLine line = lineOf(seen, seen.scene.joints[i]);
    const auto from = view.pixelOf(line.from);
    const auto to = view.pixelOf(line.to);
    if (from && to && distanceToLine(pixels(point), *from, *to) < least) {
      least = distanceToLine(pixels(point), *from, *to);
      nearest = PickedPart{.isJoint = true, .index = i};
    }
  }
  return nearest;
}

}  // namespace scree
