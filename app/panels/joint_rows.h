#pragma once

#include <cstdint>

#include "app/panels/panel_context.h"

namespace scree {

/// A joint of the scene: where it stands, the forces in it, and what its motor wants, which a slider sets by hand.
void drawJoint(PanelContext& context, std::uint32_t index);

}  // namespace scree
