#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/ui_state/panel_context.h"
#include "app/view/camera.h"

// Measures over the picture. Lengths are in logical pixels, y down.
namespace scree {

/// Projection under the measures.
struct MeasureProjection {
  Camera camera;
  float width = 1.0f;
  float height = 1.0f;
  float shift = 0.0f;  ///< place of the line of sight to the right of the middle

  /// Pixel of a point of the world; nothing if it is behind the eye.
  std::optional<std::array<float, 2>> pixelOf(const Vec3& point) const;
};

/// Point of a measure under the pointer.
struct MeasureHandle {
  std::uint64_t measure = 0;
  std::size_t point = 0;
  bool operator==(const MeasureHandle&) const = default;
};

/// Draws the measures that are shown, with their values. `withHandles` marks the points by which they are dragged, and
/// `hot` the one under the pointer.
void drawMeasures(PanelContext& context, const MeasureProjection& projection, const ProbeRect& area, bool withHandles,
                  const std::optional<MeasureHandle>& hot);
/// Draws the points of an angle that is being placed.
void drawMeasurePoints(PanelContext& context, const MeasureProjection& projection,
                       std::span<const MeasurePoint> points);
/// Draws a hint at the top of the area, as the probe `name`.
void drawHint(PanelContext& context, const ProbeRect& area, std::string_view name, const std::string& hint);

}  // namespace scree
