#pragma once

#include <cstdint>

#include "app/ui_state/panel_context.h"

namespace scree {

/// Draws the numbers of a body's meshes that were made from numbers, as rows that change the mesh while it runs. Draws
/// nothing for a body without such a mesh.
void drawMadeMeshes(PanelContext& context, std::uint32_t body);

}  // namespace scree
