#pragma once

#include "app/widgets/widgets.h"
#include "engine/snapshot/twin_snapshot.h"

namespace scree {

/// Draws strips over the last 30 s of simulated time: the speed-up of the run over its twin, differences of angle,
/// energy and the force or torque of drives, and the distance of grains from their twins. Needs a twin.
void drawTwinPlot(PanelContext& context);

}  // namespace scree
