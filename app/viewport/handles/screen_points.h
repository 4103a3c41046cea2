#pragma once

#include <QPointF>
#include <optional>

#include "app/view/camera.h"
#include "engine/base/types.h"

// Points of the scene on the screen, and their motion by the mouse. Pixels are logical pixels of a viewport `width` x
// `height`, y down.
namespace scree {

/// Pixel of a point of the world; nothing if it is behind the eye.
std::optional<QPointF> pixelOf(const Camera& camera, const Vec3& point, int width, int height);
/// Place [m] of a point after the mouse has moved it by `way` [px]: across the line of sight, or only along the
/// vertical.
Vec3 movedPoint(const Camera& camera, const Vec3& from, const QPointF& way, int height, bool vertical);

}  // namespace scree
