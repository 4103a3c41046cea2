#pragma once

#include <QPointF>
#include <optional>

#include "app/render/geometry/body_ray.h"
#include "app/viewport/camera/scene_views.h"
#include "app/viewport/handles/gizmo_math.h"

namespace scree {

/// Grain under a point of the view.
struct GrainUnder {
  std::size_t side = 0;   ///< side of the view: 0 run, 1 twin
  std::size_t index = 0;  ///< index in the snapshot of the side
  ParticleId id = 0;
};

/// Relates points of the widget [logical px] to the scene: projections, and the grain, body or joint under a point.
class ScenePicker {
 public:
  ScenePicker(const ViewHost& host, const Camera& camera, SceneViews& views)
      : host_(host), camera_(camera), views_(views) {}

  /// True if there is a picture to pick from.
  bool hasPicture() const;
  /// Projection of a side, in pixels of the widget.
  GizmoView projection(std::size_t side) const;
  /// Pixel of a point of the run; nothing if the point is behind the eye or the side of the run is hidden.
  std::optional<QPointF> pixelAt(const Vec3& point) const;

  /// Grain under a point.
  std::optional<GrainUnder> grainAt(const QPointF& point);
  /// Point on the surface of the grain under a point of the widget [m].
  std::optional<Vec3> surfaceAt(const QPointF& point);
  /// Body under a point, while bodies are shown. Nothing if `grain`, the grain under the point, is in front of the body
  /// or seen through it.
  std::optional<BodyHit> bodyAt(const QPointF& point, const std::optional<GrainUnder>& grain) const;
  /// Joint nearest to a point within reach, while joints are shown.
  std::optional<PickedPart> jointAt(const QPointF& point) const;

 private:
  const ViewHost& host_;
  const Camera& camera_;
  SceneViews& views_;
};

}  // namespace scree
