#pragma once

#include <imgui.h>

#include <cstdint>
#include <string>

#include "app/ui_state/panel_context.h"

namespace scree {

/// Draws the row of a body or a joint; a click on the row picks the part. The row opens and is scrolled to when the
/// part was picked elsewhere. Returns true if the row is open; the caller then calls ImGui::TreePop().
bool pickableRow(PanelContext& context, const PickedPart& part, const std::string& title, ImGuiTreeNodeFlags flags);

/// Draws the joint at `index` of the snapshot: its coordinate, its force and torque, and a slider that sets the value
/// asked of its motor.
void drawJoint(PanelContext& context, std::uint32_t index);

}  // namespace scree
