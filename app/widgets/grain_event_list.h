#pragma once

#include "app/widgets/widgets.h"

namespace scree {

/// Colour of grains that joined, or that broke, in lists and in the strip of the timeline.
ImU32 colourOf(GrainEvent::Kind kind);

/// Text of an event: "3.215 s  joined  12 and 40".
std::string lineOf(const LoggedGrainEvent& event);

/// Draws the list of the grains that joined and broke: those of the clicked bar of the strip, with a button that closes
/// the list, or else the newest up to the time shown. A click on one picks the grain and flies to it.
void drawGrainEvents(PanelContext& context);

}  // namespace scree
