#pragma once

#include <array>

#include "app/overlays/overlays.h"
#include "app/viewport/handles/sensor_gizmo.h"

namespace scree {

/// Point of the view in numbers of the overlay [px].
std::array<float, 2> overlayPoint(const Vec2& at);
/// Line of the overlay for a shape of a gizmo, neither hot nor held.
GizmoLine gizmoLineOf(const GizmoShape& shape);

}  // namespace scree
