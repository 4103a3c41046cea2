#pragma once

#include <imgui.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/ui_state/panel_context.h"

// Drawings over the scene besides panels. Rectangles and points are in logical pixels of the viewport, y down.
namespace scree {

/// Draws the line along the top with state, time, rate, counts, overlap, residual, age and frame rate. Returns its
/// height [px].
float drawHeadsUp(PanelContext& context, float width);
/// Draws the buttons at the left edge of the free part of the view: they add split sensors and choose the action of
/// their handles. Draws nothing in an empty scene or where there is little room.
void drawToolbar(PanelContext& context, const ProbeRect& freeArea);
/// Edge of an area where the legends are.
enum class LegendEdge : unsigned char { top, bottom };
/// Draws the legends of grain colours and force chains at an edge of the free part of the view.
void drawLegend(PanelContext& context, const ProbeRect& freeArea, LegendEdge edge);
/// Draws the title of a film or picture of `width` [px], in large letters in the middle at the top. Returns its height
/// [px], 0 without a title.
float drawFilmTitle(PanelContext& context, const std::string& title, float width);
/// Draws the caption at the left, below `top` [px]: scene, simulated time and, with merging, the reduction level, as
/// far as they are among `marks`.
void drawFilmCaption(PanelContext& context, const PictureMarks& marks, float top);
/// Draws a bar of a round length at the bottom right of a picture of `size` [px], above a legend in its way.
/// `pixelsPerMetre` is the size of a length at the depth of the camera's target [px/m].
void drawScaleBar(PanelContext& context, const ImVec2& size, double pixelsPerMetre);
/// Shades the parts of `view` beyond the sides of a film of the same height and of `aspect` = width / height. Draws
/// nothing if the film is wider than the view.
void drawFilmEdges(PanelContext& context, const ProbeRect& view, float aspect);
/// Draws a window with all actions and their shortcuts over everything else, if `open`. Sets `open` to false when the
/// window is closed.
void drawCheatSheet(PanelContext& context, const ProbeRect& area, bool& open);
/// Handle in the middle of a split sensor, by which the sensor is dragged.
struct SensorHandle {
  std::uint32_t index = 0;
  float x = 0.0f;
  float y = 0.0f;
  std::string name;
  bool enabled = true;
  bool selected = false;
  bool hot = false;                       ///< the handle is under the pointer or dragged
  std::optional<std::size_t> wouldSplit;  ///< grains that the sensor would split; none: not shown
  std::optional<PartKind> part;           ///< kind of a part of the scene's text; none: a split sensor of the run
};
void drawSensorHandles(PanelContext& context, std::span<const SensorHandle> handles, const ProbeRect& freeArea);
/// Line of the outline of a part of the scene's text.
struct PartLine {
  std::vector<std::array<float, 2>> points;
  PartKind part = PartKind::body;
  bool selected = false;
  bool hot = false;
  bool stale = false;  ///< the text is broken now
};
void drawPartLines(PanelContext& context, std::span<const PartLine> lines);
/// Grain with which the text of a scene would start, with its radius [px].
struct PreviewDot {
  float x = 0.0f;
  float y = 0.0f;
  float radius = 1.0f;
};
void drawPreviewDots(std::span<const PreviewDot> dots);
/// Line, ring, area or arrow of a gizmo, the handles that move, turn and scale a split sensor.
struct GizmoLine {
  std::string name;  ///< name of the probe; empty for a line that cannot be dragged
  std::vector<std::array<float, 2>> points;
  std::vector<char> isInFront;  ///< one a piece of the line, pieces behind are faint; empty: all in front
  int axis = -1;                ///< axis that gives the colour: 0 x red, 1 y green, 2 z blue, -1 grey
  bool filled = false;
  bool faint = false;
  bool hot = false;  ///< the line is under the pointer or dragged
  enum class Tip : unsigned char { none, arrow, box, disc } tip = Tip::none;
  std::array<float, 2> grip = {0.0f, 0.0f};  ///< point by which the line is taken
};
/// Gizmo of the selected split sensor; the value of a drag stands near (x, y).
struct GizmoOverlay {
  std::vector<GizmoLine> lines;
  std::string label;  ///< value of the drag; empty when nothing is dragged
  std::string hint;   ///< keys that act during the drag
  float x = 0.0f;
  float y = 0.0f;
};
void drawGizmo(PanelContext& context, const GizmoOverlay& gizmo, const ProbeRect& freeArea);
/// Spring by which a grain or a body is pulled: from the point pulled (x0, y0) to the pointer (x1, y1).
struct PullOverlay {
  float x0 = 0.0f;
  float y0 = 0.0f;
  float x1 = 0.0f;
  float y1 = 0.0f;
  std::string label;
};
void drawPull(PanelContext& context, const PullOverlay& pull, const ProbeRect& freeArea);
/// Handle by which the clip region is dragged, at (x, y), with its normal.
struct ClipHandle {
  float x = 0.0f;
  float y = 0.0f;
  float normalX = 0.0f;  ///< end of the normal [px]
  float normalY = 0.0f;
  bool hot = false;   ///< the handle is under the pointer or dragged
  std::string label;  ///< value of the drag; empty when the handle is not dragged
};
void drawClipHandle(PanelContext& context, const ClipHandle& handle);
/// Draws the long work under way at the top of the free part of the view: name, bar, time left and a button to cancel.
/// Returns the height that it takes [px].
float drawLongWork(PanelContext& context, const ProbeRect& freeArea);
/// Draws a short message at the top of the free part of the view, such as the file of a saved picture.
void drawNotice(PanelContext& context, const ProbeRect& freeArea, const std::string& notice);

}  // namespace scree
