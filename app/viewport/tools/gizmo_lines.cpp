#include "app/viewport/tools/gizmo_lines.h"

namespace scree {

std::array<float, 2> overlayPoint(const Vec2& at) { return {static_cast<float>(at.x()), static_cast<float>(at.y())}; }

GizmoLine gizmoLineOf(const GizmoShape& shape) {
  GizmoLine line;
  line.name = shape.name;
  for (const Vec2& at : shape.line) {
    line.points.push_back(overlayPoint(at));
  }
  line.isInFront = shape.isInFront;
  const bool isOfAxis = shape.handle.part != GizmoPart::whole && shape.handle.part != GizmoPart::view;
  line.axis = isOfAxis ? shape.handle.axis : -1;
  line.filled = shape.filled;
  line.tip = static_cast<GizmoLine::Tip>(shape.tip);
  line.grip = overlayPoint(shape.grip);
  return line;
}

}  // namespace scree
