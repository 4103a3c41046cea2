#pragma once

#include "app/widgets/event_text.h"
#include "app/widgets/widgets.h"

namespace scree {

/// Whether the grain at `index` of the snapshot is merged, why it last merged or split, why it is free, and its last
/// events.
void drawExplanation(PanelContext& context, std::size_t index);
/// The events of a bar of the reduction's strip; a click on one picks its grain and flies there.
void drawListedEvents(PanelContext& context);

}  // namespace scree
