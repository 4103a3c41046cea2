#pragma once

#include "app/widgets/widgets.h"
#include "engine/snapshot/twin_snapshot.h"

namespace scree {

/// Strips of the last half minute: speed-up, differences of the angle or the energy and of what drives give, and how
/// far grains are from their twins.
void drawTwinPlot(PanelContext& context);

}  // namespace scree
