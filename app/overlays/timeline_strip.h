#pragma once

#include "app/ui_state/panel_context.h"

namespace scree {

/// The strip along the bottom of `area` with the run so far: h, merges and splits by cause, what the user changed, and
/// where in it the world shown is. Dragging in it goes there. Returns its height, 0 when it is hidden.
float drawTimelineStrip(PanelContext& context, const ProbeRect& area);

/// "in the past: 3.20 s of 12.50 s", "going to 3.20 s (64 %)"; empty in the present.
std::string pastText(const PanelContext& context);

}  // namespace scree
