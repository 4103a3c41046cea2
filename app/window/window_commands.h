#pragma once

#include <utility>

#include "app/window/files/window_host.h"
#include "engine/base/types.h"

// Actions of the table that need more than one line of code.
namespace scree {

struct ActionContext;

/// Moves the wanted speed by some stops of the speed control.
void changeSpeed(Simulation& simulation, int stops);
/// Turns warm starting off, or on again with its last mode. With the method smooth it changes nothing and says so.
void toggleWarmStart(const WindowHost& host);
/// Shows or hides the outlines of aggregates.
void toggleOutlines(Viewport& viewport);
/// Shows or hides the height map of the bed on a belt. Says so where the scene has no belt.
void toggleBedMap(const WindowHost& host);
/// Moves by some places in the list of colourings.
void changeColouring(Viewport& viewport, int places);
/// Turns merging on or off.
void toggleMerging(const WindowHost& host);
/// Gives the keyboard to the panels, or back to the view.
void switchKeyboard(Viewport& viewport);
/// Hides panels and overlays, or shows both again.
void togglePicture(Viewport& viewport);
/// Puts the file of the last film on the clipboard.
void copyLastFilm(const ActionContext& context);
/// Asks for a file, and saves the values of all measures there.
void saveMeasures(const ActionContext& context);
/// Gives up the loading of a scene, or notifies that there is none.
void cancelLoading(const ActionContext& context);
/// Shows the text of the present scene, if it has one, in its dock.
void showSceneText(const ActionContext& context);
/// Shows the dock of studies, or hides it.
void toggleStudies(const ActionContext& context);
/// Asks for a file of another program (none: it is chosen in the dialog), and shows the text of the scene that it
/// makes.
void makeSceneFromFile(const ActionContext& context, const std::filesystem::path& file);
/// Asks for a new scene and shows its text.
void makeNewScene(const ActionContext& context);
/// Middle and size of a part that is added to the text of the scene: in the middle of the view [m].
std::pair<Vec3, double> placeOfPart(Viewport& viewport);
/// Shows the start page with the shipped scenes and recent files, or hides it.
void toggleStartPage(const ActionContext& context);
/// Opens the Record panel for films and pictures.
void showRecordPanel(Viewport& viewport);
void toggleFullScreen(QMainWindow& window);
/// Does the first of these that applies: closes a popup, cancels a drag, stops going to another time, closes the cheat
/// sheet, leaves full screen; otherwise clears the selection.
void letGo(const WindowHost& host);

}  // namespace scree
