#pragma once

#include "app/ui_state/panel_context.h"

namespace scree {

/// Suggests box-shaped split sensors from the events of the run so far: boxes around the places of splits, except
/// splits by sensors, audits, loads and the user. Their names differ from the names of the snapshot's sensors.
ShownSuggestion suggestionFrom(const Snapshot& snapshot);

/// Draws a button that suggests split sensors from the run so far. While there is a suggestion, also draws the number
/// of splits in its boxes and buttons that add or drop it.
void drawSensorSuggestion(PanelContext& context);

}  // namespace scree
