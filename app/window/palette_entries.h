#pragma once

#include <vector>

#include "app/window/command_palette.h"

namespace scree {

struct ActionContext;

/// Makes the entries of the command palette: actions, panels, colours, presets, measurements, shipped scenes and recent
/// files.
std::vector<PaletteEntry> paletteEntries(const ActionContext& context);
/// Opens the command palette over the window.
void showCommandPalette(const ActionContext& context);

}  // namespace scree
