#pragma once

#include "app/widgets/event_text.h"
#include "app/widgets/widgets.h"

namespace scree {

/// Draws texts about the grain at `index` of the snapshot: its state, the reason of its last merge or split, the reason
/// why it is free, and a list of its last events. Draws nothing in a run that has never merged.
void drawExplanation(PanelContext& context, std::size_t index);
/// Draws the list of the events in the bar chosen in the reduction plot, if there is one. A click on an event picks its
/// grain and flies to it.
void drawListedEvents(PanelContext& context);

}  // namespace scree
