#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "app/panels/panel_context.h"

// What is drawn over the scene besides panels. Rectangles are logical pixels of the viewport.
namespace scree {

/// The line along the top with state, time, rate, counts, overlap, residual, age and frame rate. Returns its height.
float drawHeadsUp(PanelContext& context, float width);
/// The colour legend at the bottom of the free part of the view.
void drawLegend(PanelContext& context, const ProbeRect& freeArea);
/// A line at the top left of a film that tells scene and simulated time.
void drawFilmCaption(PanelContext& context);
/// Shades what of `view` is beyond the sides of a film of `aspect` = width / height, which has the view's height.
void drawFilmEdges(PanelContext& context, const ProbeRect& view, float aspect);
/// All actions with their shortcuts, over everything. Sets `open` to false when closed.
void drawCheatSheet(PanelContext& context, const ProbeRect& area, bool& open);
/// The point in the middle of a split sensor by which it is dragged, where it is on the screen.
struct SensorHandle {
  std::uint32_t index = 0;
  float x = 0.0f;
  float y = 0.0f;
  std::string name;
  bool enabled = true;
  bool selected = false;
  bool hot = false;                       ///< under the pointer, or being dragged
  std::optional<std::size_t> wouldSplit;  ///< grains, where that is worth saying
};
void drawSensorHandles(PanelContext& context, std::span<const SensorHandle> handles);
/// The point by which the clip region is dragged, with its normal.
struct ClipHandle {
  float x = 0.0f;
  float y = 0.0f;
  float normalX = 0.0f;  ///< end of the normal
  float normalY = 0.0f;
  bool hot = false;   ///< under the pointer, or being dragged
  std::string label;  ///< while it is dragged
};
void drawClipHandle(PanelContext& context, const ClipHandle& handle);
/// A short message at the bottom, such as where a picture was saved.
void drawNotice(PanelContext& context, const ProbeRect& freeArea, const std::string& notice);

}  // namespace scree
