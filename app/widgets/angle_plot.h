#pragma once

#include "app/widgets/widgets.h"

namespace scree {

/// Draws the angle of repose over the last 20 s of simulated time: single readings faint, their mean over 2 s strong,
/// and that of the twin. Draws nothing where no angle is measured.
void drawAnglePlot(PanelContext& context);

}  // namespace scree
