#pragma once

#include "app/widgets/widgets.h"

namespace scree {

/// The reduction level over the last half minute, and below it merges (up) and splits by cause (down) as bars.
void drawReductionPlot(PanelContext& context);

}  // namespace scree
