#pragma once

#include <QPointF>
#include <optional>

#include "app/render/geometry/body_ray.h"
#include "app/viewport/camera/scene_views.h"
#include "app/viewport/handles/gizmo_math.h"

namespace scree {

/// A grain of the picture.
struct GrainUnder {
  std::size_t side = 0;   ///< of the view
  std::size_t index = 0;  ///< in that side's snapshot
  ParticleId id = 0;
};

/// Points of the widget [logical px] against points of the scene: projections, lines of sight, and the thing under the
/// pointer.
class ScenePicker {
 public:
  ScenePicker(const ViewHost& host, const Camera& camera, SceneViews& views)
      : host_(host), camera_(camera), views_(views) {}

  /// Whether there is a picture to pick from.
  bool hasPicture() const;
  /// The projection of a side, in pixels of the widget.
  GizmoView projection(std::size_t side) const;
  /// The pixel of a point of the run; nothing when it is behind the eye or the run's side is hidden.
  std::optional<QPointF> pixelAt(const Vec3& point) const;

  /// The grain under a point.
  std::optional<GrainUnder> grainAt(const QPointF& point);
  /// The surface of the grain under a point.
  std::optional<Vec3> surfaceAt(const QPointF& point);
  /// The body under a point, unless `grain`, which is under it, is in front of the body or seen through it.
  std::optional<BodyHit> bodyAt(const QPointF& point, const std::optional<GrainUnder>& grain) const;
  /// The joint under a point, while joints are shown.
  std::optional<PickedPart> jointAt(const QPointF& point) const;

 private:
  const ViewHost& host_;
  const Camera& camera_;
  SceneViews& views_;
};

}  // namespace scree
