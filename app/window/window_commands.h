#pragma once

#include "app/window/files/window_host.h"

// Actions that take more than a line.
namespace scree {

/// Goes on by so many stops of the speed control.
void changeSpeed(Simulation& simulation, int stops);
/// Warm starting off, or back to the mode that was last in force.
void toggleWarmStart(const WindowHost& host);
/// Shows or hides lines between aggregates.
void toggleOutlines(Viewport& viewport);
/// Goes on by so many in the list of colourings.
void changeColouring(Viewport& viewport, int places);
/// Shows and opens the panel for films and pictures.
void showRecordPanel(Viewport& viewport);
void toggleFullScreen(QMainWindow& window);
/// Puts back the change under way, or else closes what is open, or else ends the pick.
void letGo(const WindowHost& host);

}  // namespace scree
