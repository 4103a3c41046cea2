#pragma once

#include <array>
#include <optional>
#include <string>

#include "app/ui_state/panel_context.h"

// Drawings over the views of a run and its twin. Rectangles are in logical pixels of the viewport.
namespace scree {

/// Caption of a run in two lines.
struct TwinCaption {
  std::string name;  ///< how the run differs from its twin
  std::string cost;  ///< reduction level with merging, and time of a step
};
/// Captions of the run shown and of its twin. The snapshot must have a twin.
std::array<TwinCaption, 2> twinCaptions(const Snapshot& snapshot);

/// Layout of the views of the run and its twin.
struct TwinOverlay {
  std::array<bool, 2> shown = {true, true};  ///< views shown: the run, its twin
  std::optional<float> border;               ///< place of the border between the views [px]; none with one view
  bool isWipe = false;                       ///< the border can be dragged
  bool hot = false;                          ///< the border is under the pointer or dragged
};
/// Draws a caption at the top of each view, the border between the views and, if `withHandle`, the handle by which the
/// border is dragged. The snapshot must have a twin.
void drawTwinOverlay(PanelContext& context, const ProbeRect& freeArea, const TwinOverlay& overlay, bool withHandle);

}  // namespace scree
