#pragma once

#include <QPointF>
#include <optional>

#include "app/view/camera.h"
#include "engine/base/types.h"

// Points of the scene on the screen, and where the mouse takes them. Points are logical pixels of a viewport
// of `width` x `height`, y down.
namespace scree {

/// Nothing for what is behind the eye.
std::optional<QPointF> pixelOf(const Camera& camera, const Vec3& point, int width, int height);
/// Where a point goes that the mouse moves by `way`: across the line of sight, or along the vertical only.
Vec3 movedPoint(const Camera& camera, const Vec3& from, const QPointF& way, int height, bool vertical);

}  // namespace scree
