#pragma once

#include "app/widgets/widgets.h"

namespace scree {

/// Draws the reduction level over the last 30 s of simulated time, and below it merges (up) and splits by cause (down).
void drawReductionPlot(PanelContext& context);

}  // namespace scree
