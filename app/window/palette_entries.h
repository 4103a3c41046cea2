#pragma once

#include <vector>

#include "app/window/command_palette.h"

namespace scree {

struct ActionContext;

/// Everything that can be done from the palette: the table of actions, panels, colours, presets, measurements,
/// scenes and files opened lately.
std::vector<PaletteEntry> paletteEntries(const ActionContext& context);
/// Opens the palette over the window.
void showCommandPalette(const ActionContext& context);

}  // namespace scree
