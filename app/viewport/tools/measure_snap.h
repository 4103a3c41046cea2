#pragma once

#include "app/viewport/tools/tool_context.h"
#include "engine/measures/measure_list.h"

namespace scree {

/// Points of measures under the pointer.
class MeasureSnap {
 public:
  explicit MeasureSnap(const ToolContext& context) : context_(context) {}

  /// Point for a press: a corner of a body within reach, else the centre of the grain seen there, else the place on the
  /// body seen there, else a place in the plane of the camera's target. Corners and grains carry the point.
  MeasurePoint pointAt(const QPointF& point) const;
  /// Place of a pointer in the plane through `through` that faces the view [m].
  Vec3 inPlane(const QPointF& point, const Vec3& through) const;
  /// Place on the grain or body seen at a point, else in the plane of the camera's target [m].
  Vec3 surfaceAt(const QPointF& point) const;

 private:
  std::optional<MeasurePoint> cornerAt(const QPointF& point) const;
  std::optional<MeasurePoint> onBody(const QPointF& point, const std::optional<GrainUnder>& grain) const;

  const ToolContext& context_;
};

}  // namespace scree
