#pragma once

#include "app/ui_state/panel_context.h"

namespace scree {

/// Draws the strip along the bottom of `area` with the run so far: reduction level h, merges, splits by cause, the
/// user's commands and the time shown. A drag in the strip goes to the time under the pointer. Returns the height of
/// the strip [px], 0 when it is hidden.
float drawTimelineStrip(PanelContext& context, const ProbeRect& area);

/// Text about a world of the past: "in the past: 3.20 s of 12.50 s", "going to 3.20 s (64 %)"; empty in the present.
std::string pastText(const PanelContext& context);

}  // namespace scree
