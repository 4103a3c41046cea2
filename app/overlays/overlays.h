#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/ui_state/panel_context.h"

// What is drawn over the scene besides panels. Rectangles are logical pixels of the viewport.
namespace scree {

/// The line along the top with state, time, rate, counts, overlap, residual, age and frame rate. Returns its height.
float drawHeadsUp(PanelContext& context, float width);
/// The buttons at the left edge of the free part of the view that add split sensors and choose what their handles do.
void drawToolbar(PanelContext& context, const ProbeRect& freeArea);
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
/// A line, ring, area or arrow of a gizmo. Axis 0 to 2 say its colour: x red, y green, z blue; -1: none of them.
struct GizmoLine {
  std::string name;  ///< of its probe; empty for what cannot be taken
  std::vector<std::array<float, 2>> points;
  std::vector<char> isInFront;  ///< one a piece of the line, the others are faint; empty: all
  int axis = -1;
  bool filled = false;
  bool faint = false;
  bool hot = false;  ///< under the pointer, or being dragged
  enum class Tip : unsigned char { none, arrow, box, disc } tip = Tip::none;
  std::array<float, 2> grip = {0.0f, 0.0f};
};
/// The gizmo of the selected split sensor, with the value of a drag at (x, y).
struct GizmoOverlay {
  std::vector<GizmoLine> lines;
  std::string label;  ///< empty when nothing is dragged
  std::string hint;   ///< what keys do meanwhile
  float x = 0.0f;
  float y = 0.0f;
};
void drawGizmo(PanelContext& context, const GizmoOverlay& gizmo, const ProbeRect& freeArea);
/// The spring by which a grain is pulled, from the grain to the pointer.
struct PullOverlay {
  float x0 = 0.0f;
  float y0 = 0.0f;
  float x1 = 0.0f;
  float y1 = 0.0f;
  std::string label;
};
void drawPull(PanelContext& context, const PullOverlay& pull, const ProbeRect& freeArea);
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
