#pragma once

#include "app/ui_state/panel_context.h"

namespace scree {

/// Nearest place for a label of the size of `wanted` that lies in `area` and on no other label of the frame. The place
/// itself where there is none that is free. Others keep clear of it from then on.
ProbeRect placeLabel(PanelContext& context, const ProbeRect& wanted, const ProbeRect& area);

}  // namespace scree
