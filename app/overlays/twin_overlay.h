#pragma once

#include <array>
#include <optional>
#include <string>

#include "app/ui_state/panel_context.h"

// What is drawn over the views of a run and its twin. Rectangles are logical pixels of the viewport.
namespace scree {

/// Two lines about a run: how it is run, and what a step costs.
struct TwinCaption {
  std::string name;
  std::string cost;
};
/// Of the run shown and of its twin.
std::array<TwinCaption, 2> twinCaptions(const Snapshot& snapshot);

/// Where the views are.
struct TwinOverlay {
  std::array<bool, 2> shown = {true, true};
  std::optional<float> border;  ///< between both
  bool isWipe = false;          ///< the border can be dragged ...
  bool hot = false;             ///< ... and is under the pointer, or being dragged
};
/// Captions at the top of each view, the border between both and, `withHandle`, what it is dragged by.
void drawTwinOverlay(PanelContext& context, const ProbeRect& freeArea, const TwinOverlay& overlay, bool withHandle);

}  // namespace scree
