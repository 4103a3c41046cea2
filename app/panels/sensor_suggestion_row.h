#pragma once

#include "app/ui_state/panel_context.h"

namespace scree {

/// What the events of the run so far suggest: boxes about what was split off, but for splits by sensors, by schedule or
/// by the user. Named as no sensor of the snapshot is.
ShownSuggestion suggestionFrom(const Snapshot& snapshot);

/// A button that suggests split sensors from the run so far; then what they hold, and whether to take them.
void drawSensorSuggestion(PanelContext& context);

}  // namespace scree
