#pragma once

#include <vector>

#include "app/window/command_palette.h"

namespace scree {

class MainWindow;

/// Everything that can be done from the palette: the table of actions, panels, colours, presets, measurements,
/// scenes and files opened lately.
std::vector<PaletteEntry> paletteEntries(MainWindow& window);

}  // namespace scree
