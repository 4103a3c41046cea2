#pragma once

#include <imgui.h>

#include <cstdint>
#include <string>

#include "app/ui_state/panel_context.h"

namespace scree {

/// The row of a body or a joint: opened and scrolled to when it was picked in the view; a click on it picks it.
bool pickableRow(PanelContext& context, const PickedPart& part, const std::string& title, ImGuiTreeNodeFlags flags);

/// A joint of the scene: where it stands, the forces in it, and what its motor wants, which a slider sets by hand.
void drawJoint(PanelContext& context, std::uint32_t index);

}  // namespace scree
