#pragma once

#include <string>

#include "app/panels/panel_context.h"

// What is drawn over the scene besides panels. Rectangles are logical pixels of the viewport.
namespace scree {

/// The line along the top with state, time, rate, counts, overlap, residual, age and frame rate. Returns its height.
float drawHeadsUp(PanelContext& context, float width);
/// The colour legend at the bottom of the free part of the view.
void drawLegend(PanelContext& context, const ProbeRect& freeArea);
/// All actions with their shortcuts, over everything. Sets `open` to false when closed.
void drawCheatSheet(PanelContext& context, const ProbeRect& area, bool& open);
/// A short message at the bottom, such as where a picture was saved.
void drawNotice(PanelContext& context, const ProbeRect& freeArea, const std::string& notice);

}  // namespace scree
