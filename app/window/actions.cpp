#include "app/window/actions.h"

#include <QKeySequence>
#include <QList>
#include <QMainWindow>
#include <QString>
#include <QStringList>
#include <numbers>

#include "app/document/simulation.h"
#include "app/film/filming.h"
#include "app/plots/plot_docks.h"
#include "app/scene_text/scene_text_dock.h"
#include "app/study_dock/studies_dock.h"
#include "app/ui_state/measure_edits.h"
#include "app/viewport/viewport.h"
#include "app/window/action_context.h"
#include "app/window/files/camera_path_files.h"
#include "app/window/files/comparison_saving.h"
#include "app/window/files/recording_saving.h"
#include "app/window/files/run_saving.h"
#include "app/window/files/scene_opening.h"
#include "app/window/files/scene_pictures.h"
#include "app/window/manual_window.h"
#include "app/window/palette_entries.h"
#include "app/window/report_saving.h"
#include "app/window/shell/main_bar.h"
#include "app/window/shell/start_page.h"
#include "app/window/shell/tour.h"
#include "app/window/undo_list.h"
#include "app/window/window_commands.h"
#include "app/window/window_layout.h"
#include "app/window/window_look.h"

namespace scree {

namespace {

constexpr double kQuarterTurn = std::numbers::pi / 2.0;
constexpr double kFromAbove = 1.55;  // elevation [rad]: just below the pole, where the azimuth is still defined
constexpr int kManySteps = 10;
constexpr double kLastSeconds = 10.0;  // simulated time of a film that was not planned [s]

void toggle(bool& shown) { shown = !shown; }

bool isPlacing(const ActionContext& c, int kind) { return c.host.viewport.memory().measures.placing == kind; }

const ActionSpec kActions[] = {
    {"new_scene", "File", "New scene…", "Ctrl+N", "Makes a box, drum, hopper, belt or heap from a few numbers.",
     [](const ActionContext& c) { makeNewScene(c); }},
    {"open", "File", "Open…", "Ctrl+O",
     "Opens a scene, a recording or a session; the running one stays when the file is broken.",
     [](const ActionContext& c) { c.opening.openWithDialog(); }},
    {"reload", "File", "Reload", "F5", "Reads the scene file again; camera, colours and panels stay.",
     [](const ActionContext& c) { c.opening.reload(); }},
    {"import_mesh", "File", "Import mesh…", "Ctrl+I",
     "Adds a mesh (STL, OBJ or PLY) to the scene as a body: the run goes on, and a copy of the scene's file has it. "
     "Dropping such a file on the window does the same.",
     [](const ActionContext& c) { c.importing.open(); }},
    {"import_file", "File", "Scene from a file…", "",
     "Makes a scene of grains (tables, dumps, XYZ, VTK), a mesh or an input script of LIGGGHTS, and tells how it is "
     "read.",
     [](const ActionContext& c) { makeSceneFromFile(c, {}); }},
    {"save_session", "File", "Save session", "Ctrl+S",
     "Saves the changed settings and the view in a session file, without grains.",
     [](const ActionContext& c) { c.sessions.save(); }, nullptr, true},
    {"save_session_as", "File", "Save session as…", "", "Saves the session in another file.",
     [](const ActionContext& c) { c.sessions.saveAs(); }},
    {"cancel_loading", "File", "Cancel loading", "",
     "Ends the loading of a scene that takes long; the scene that runs stays.",
     [](const ActionContext& c) { cancelLoading(c); }},
    {"save_recording", "File", "Save recording…", "",
     "Saves the run so far: its first state, all changes, and checksums that a replay is compared with.",
     [](const ActionContext& c) { c.recordings.save(); }},
    {"screenshot", "File", "Save picture", "F12", "Saves the view as PNG in the pictures folder.",
     [](const ActionContext& c) { c.pictures.save(); }, nullptr, true},
    {"screenshot_scene", "File", "Save picture without panels", "Shift+F12",
     "Saves the scene and its legend as PNG in the pictures folder, as large and smooth as the Record panel says.",
     [](const ActionContext& c) { c.pictures.saveScene(); }},
    {"screenshot_as", "File", "Save picture as…", "Ctrl+Shift+S", "Asks for a file and saves the view there as PNG.",
     [](const ActionContext& c) { c.pictures.saveAs(); }},
    {"record", "File", "Record film", "Ctrl+R", "Begins a film as the Record panel says, or ends it.",
     [](const ActionContext& c) { c.filming.toggle(); }, [](const ActionContext& c) { return c.filming.isRecording(); },
     true},
    {"cancel_film", "File", "Cancel film", "", "Ends the film under way and leaves no file of it.",
     [](const ActionContext& c) { c.filming.cancel(); }},
    {"record_last", "File", "Film the last ten seconds", "Ctrl+L",
     "Makes a film of the last ten simulated seconds, without having planned it: they are stepped again from the "
     "history.",
     [](const ActionContext& c) { c.filming.filmLast(kLastSeconds); }},
    {"copy_film", "File", "Copy last film", "",
     "Puts the file of the last film on the clipboard, to paste it elsewhere.",
     [](const ActionContext& c) { copyLastFilm(c); }},
    {"record_options", "File", "Record options…", "Ctrl+Shift+R",
     "Opens the panel that says what films and pictures are like.",
     [](const ActionContext& c) { showRecordPanel(c.host.viewport); }},
    {"record_folder", "File", "Folder of films…", "", "Chooses where films go.",
     [](const ActionContext& c) { c.filming.chooseFolder(); }},
    {"save_changes", "File", "Save changes to scene…", "",
     "Saves a copy of the scene's file with what was changed in the run: contact laws, settings, split sensors, "
     "speeds.",
     [](const ActionContext& c) { c.runs.save(); }},
    {"save_comparison", "File", "Save comparison of methods…", "",
     "Saves the residuals that the Residual panel measured with all methods as CSV.",
     [](const ActionContext& c) { c.comparisons.save(); }},
    {"export_measures", "File", "Save measures as CSV…", "",
     "Saves the values of all measures over time, with the present ones in the last row.",
     [](const ActionContext& c) { saveMeasures(c); }},
    {"quit", "File", "Quit", "Ctrl+Q", "Ends the program at once, whatever step is under way.",
     [](const ActionContext& c) { c.host.window.close(); }, nullptr, true},

    {"undo", "Edit", "Undo", "Ctrl+Z",
     "Undoes the last change of a setting, a split sensor, a part, a measure or the view. Simulated time is not "
     "undone.",
     [](const ActionContext& c) { c.undoList.undo(); }},
    {"redo", "Edit", "Redo", "Ctrl+Shift+Z Ctrl+Y", "Redoes the change that was undone last.",
     [](const ActionContext& c) { c.undoList.redo(); }},
    {"undo_list", "Edit", "Undo list", "Ctrl+U",
     "Shows or hides the list of changes that can be undone; a click undoes or redoes up to a change.",
     [](const ActionContext& c) { c.undoList.toggle(); }, [](const ActionContext& c) { return c.undoList.isShown(); }},
    {"add_box", "Edit", "Add box sensor", "B", "Adds a box where the camera looks: no grain in it merges.",
     [](const ActionContext& c) { c.host.viewport.tools().sensorCommands().addInView(0); }, nullptr, true},
    {"add_sphere", "Edit", "Add sphere sensor", "", "Adds a sphere where the camera looks: no grain in it merges.",
     [](const ActionContext& c) { c.host.viewport.tools().sensorCommands().addInView(1); }},
    {"add_cylinder", "Edit", "Add cylinder sensor", "",
     "Adds an upright cylinder where the camera looks: no grain in it merges.",
     [](const ActionContext& c) { c.host.viewport.tools().sensorCommands().addInView(2); }},
    {"add_half_space", "Edit", "Add half-space sensor", "",
     "Adds a plane where the camera looks: no grain below it merges.",
     [](const ActionContext& c) { c.host.viewport.tools().sensorCommands().addInView(3); }},
    {"duplicate_sensor", "Edit", "Duplicate selected", "Ctrl+D",
     "Puts a copy of the selected split sensor or part of a scene beside it.",
     [](const ActionContext& c) { c.host.viewport.tools().gizmo().duplicate(); }},
    {"delete_sensor", "Edit", "Delete selected", "Del",
     "Deletes the selected split sensor, part of a scene or measure.",
     [](const ActionContext& c) { c.host.viewport.tools().deleteSelected(); }},
    {"gizmo_move", "Edit", "Move handles", "G",
     "Shows the handles that move the selected sensor, part or measure. While one is dragged: Shift moves finely, Ctrl "
     "in steps "
     "of a grain's diameter, X Y Z restrict it, a number with Enter says it, Esc puts it back.",
     [](const ActionContext& c) { c.host.viewport.tools().setGizmoMode(GizmoMode::move); },
     [](const ActionContext& c) { return c.host.viewport.tools().gizmoMode() == GizmoMode::move; }, true},
    {"gizmo_rotate", "Edit", "Rotate handles", "R",
     "Shows the rings that turn the selected sensor, part or measure; Ctrl turns in steps of 5 degrees, numbers are "
     "degrees.",
     [](const ActionContext& c) { c.host.viewport.tools().setGizmoMode(GizmoMode::rotate); },
     [](const ActionContext& c) { return c.host.viewport.tools().gizmoMode() == GizmoMode::rotate; }},
    {"gizmo_scale", "Edit", "Scale handles", "S",
     "Shows the handles that size the selected sensor, part or measure, and of a half-space the one that tilts it; "
     "Ctrl sizes in "
     "steps of a grain's diameter, numbers are metres.",
     [](const ActionContext& c) { c.host.viewport.tools().setGizmoMode(GizmoMode::scale); },
     [](const ActionContext& c) { return c.host.viewport.tools().gizmoMode() == GizmoMode::scale; }},
    {"axis_x", "Edit", "Restrict to x", "X",
     "Restricts the drag of a sensor or part, or the next one, to x; again: its own x; again: free. A number then sets "
     "the distance.",
     [](const ActionContext& c) { c.host.viewport.tools().gizmo().restrictAxis(0); }},
    {"axis_y", "Edit", "Restrict to y", "Y",
     "Restricts the drag of a sensor or part, or the next one, to y; again: its own y; again: free.",
     [](const ActionContext& c) { c.host.viewport.tools().gizmo().restrictAxis(1); }},
    {"axis_z", "Edit", "Restrict to z", "Z",
     "Restricts the drag of a sensor or part, or the next one, to z; again: its own z; again: free.",
     [](const ActionContext& c) { c.host.viewport.tools().gizmo().restrictAxis(2); }},
    {"measure_ruler", "Edit", "Measure length", "Ctrl+M",
     "Press at one end and drag to the other: the ruler takes corners of bodies, grains and places on bodies.",
     [](const ActionContext& c) { c.host.viewport.tools().measure().begin(kRulerMeasure); },
     [](const ActionContext& c) { return isPlacing(c, kRulerMeasure); }, true},
    {"measure_angle", "Edit", "Measure angle", "",
     "Three clicks: the end of one line, the corner, the end of the other line.",
     [](const ActionContext& c) { c.host.viewport.tools().measure().begin(kAngleMeasure); },
     [](const ActionContext& c) { return isPlacing(c, kAngleMeasure); }},
    {"measure_repose", "Edit", "Measure angle of repose", "",
     "Draws the line through the surface of the bed, or of a part of it in a box, with its angle.",
     [](const ActionContext& c) { c.host.viewport.tools().measure().begin(kReposeMeasure); }},
    {"measure_flow", "Edit", "Measure flow through a plane", "",
     "A click places a plane that counts every grain that goes through it, each way; handles move, turn and size it.",
     [](const ActionContext& c) { c.host.viewport.tools().measure().begin(kFlowMeasure); },
     [](const ActionContext& c) { return isPlacing(c, kFlowMeasure); }},
    {"measure_region", "Edit", "Measure a region", "",
     "A click places a box, for the mass, number, speed and solid fraction of the grains in it.",
     [](const ActionContext& c) { c.host.viewport.tools().measure().begin(kRegionMeasure); },
     [](const ActionContext& c) { return isPlacing(c, kRegionMeasure); }},
    {"measure_grain", "Edit", "Follow a grain", "",
     "A click on a grain, or the picked one: its place, speed, spin, contacts and energy over time.",
     [](const ActionContext& c) { c.host.viewport.tools().measure().begin(kGrainMeasure); },
     [](const ActionContext& c) { return isPlacing(c, kGrainMeasure); }},

    {"play_pause", "Run", "Play or pause", "Space", "Runs the scene, or stops it at the end of the step.",
     [](const ActionContext& c) { c.host.simulation.togglePlaying(); }},
    {"step", "Run", "One step", ". Right", "Takes one time step and stays paused.",
     [](const ActionContext& c) { c.host.simulation.step(1); }},
    {"step_many", "Run", "Ten steps", "Shift+Right Shift+.", "Takes ten time steps and stays paused.",
     [](const ActionContext& c) { c.host.simulation.step(kManySteps); }},
    {"step_back", "Run", "One step back", ", Left", "Goes back one time step and stays paused there.",
     [](const ActionContext& c) { c.host.simulation.stepBack(1); }},
    {"step_back_many", "Run", "Ten steps back", "Shift+Left Shift+,",
     "Goes back ten time steps and stays paused there.",
     [](const ActionContext& c) { c.host.simulation.stepBack(kManySteps); }},
    {"run_start", "Run", "To the start of the run", "Shift+Home", "Goes to the first step of the run in memory.",
     [](const ActionContext& c) { c.host.simulation.seek(c.host.simulation.snapshot()->run.timeline.first.step); }},
    {"run_end", "Run", "To the end of the run", "End", "Goes to the last step of the run in memory: the present.",
     [](const ActionContext& c) { c.host.simulation.seek(c.host.simulation.snapshot()->run.timeline.last.step); }},
    {"resume_here", "Run", "Resume from here", "",
     "Drops what comes after the time shown; the run goes on from there, and the strip keeps the old curve in grey.",
     [](const ActionContext& c) { c.host.simulation.post(ResumeHere{}); }},
    {"loop", "Run", "Loop replays", "", "A replay that reaches the end of the run starts over, instead of pausing.",
     [](const ActionContext& c) { c.host.simulation.post(SetLoop{!c.host.simulation.snapshot()->run.timeline.loop}); },
     [](const ActionContext& c) { return c.host.simulation.snapshot()->run.timeline.loop; }},
    {"restart", "Run", "Restart", "Backspace",
     "Goes back to the start of the scene with the parameters as they are now.",
     [](const ActionContext& c) { c.host.simulation.restart(); }},
    {"slower", "Run", "Slower", "-", "Aims at fewer simulated seconds per second.",
     [](const ActionContext& c) { changeSpeed(c.host.simulation, -1); }, nullptr, true},
    {"faster", "Run", "Faster", "= +",
     "Aims at more simulated seconds per second; the last stop is as fast as possible.",
     [](const ActionContext& c) { changeSpeed(c.host.simulation, 1); }},
    {"real_time", "Run", "Real time", "0", "Aims at one simulated second per second.",
     [](const ActionContext& c) { c.host.simulation.setTargetRate(1.0); }},
    {"warm_start", "Run", "Warm starting", "W", "Turns warm starting off, or on again as it last was.",
     [](const ActionContext& c) { toggleWarmStart(c.host); }, [](const ActionContext& c) { return startsWarm(c.host); },
     true},
    {"merging", "Run", "Merging", "M", "Turns merging of grains that move together on or off.",
     [](const ActionContext& c) { toggleMerging(c.host); },
     [](const ActionContext& c) {
       return c.host.simulation.snapshot()->scene.parameters.reduction.merging == Switch::on;
     }},
    {"twin", "Run", "Twin", "T",
     "Runs a copy beside this run that differs in one thing, as the Twin panel says, or ends it; shows the speed-up "
     "and what differs.",
     [](const ActionContext& c) { c.host.viewport.twin().toggle(); },
     [](const ActionContext& c) { return c.host.viewport.twin().hasTwin(); }},

    {"frame", "View", "Frame picked grain or scene", "F", "Flies to the picked grain, or shows the whole scene.",
     [](const ActionContext& c) { c.host.viewport.camera().frameSelection(); }},
    {"frame_scene", "View", "Whole scene", "Home", "Shows the whole scene.",
     [](const ActionContext& c) { c.host.viewport.camera().frameScene(); }},
    {"view_front", "View", "From the front", "1", "Looks along +y.",
     [](const ActionContext& c) { c.host.viewport.camera().lookFrom(-kQuarterTurn, 0.0); }},
    {"view_side", "View", "From the side", "3", "Looks along -x.",
     [](const ActionContext& c) { c.host.viewport.camera().lookFrom(0.0, 0.0); }},
    {"view_top", "View", "From above", "7", "Looks down.",
     [](const ActionContext& c) { c.host.viewport.camera().lookFrom(-kQuarterTurn, kFromAbove); }},
    {"orthographic", "View", "Orthographic", "5",
     "Draws without perspective: objects of equal size have equal size in the picture. The target keeps its size.",
     [](const ActionContext& c) { c.host.viewport.camera().toggleOrthographic(); },
     [](const ActionContext& c) { return c.host.viewport.camera().goal().parallel; }},
    {"panels", "View", "Panels", "Tab", "Shows or hides the panels beside the view.",
     [](const ActionContext& c) { c.host.viewport.layout().setShown(!c.host.viewport.layout().isShown()); },
     [](const ActionContext& c) { return c.host.viewport.layout().isShown(); }, true},
    {"panels_keyboard", "View", "Keyboard to the panels", "F6",
     "Gives the panels the keyboard, or gives it back: arrows go from control to control, Space and Enter press.",
     [](const ActionContext& c) { switchKeyboard(c.host.viewport); }},
    {"overlays", "View", "Panels and overlays", "H",
     "Shows only the picture, or again the panels, the line at the top, the buttons and the timeline.",
     [](const ActionContext& c) { togglePicture(c.host.viewport); },
     [](const ActionContext& c) { return c.host.viewport.panels().areShown(); }},
    {"scene_text", "View", "Scene text", "Ctrl+E",
     "Shows or hides the text of the scene: keys complete themselves, mistakes are marked, one button saves and runs "
     "it.",
     [](const ActionContext& c) {
       if (c.sceneText.isVisible()) {
         c.sceneText.hide();
       } else {
         showSceneText(c);
       }
     },
     [](const ActionContext& c) { return c.sceneText.isVisible(); }},
    {"studies", "View", "Studies", "",
     "Shows or hides a study: one scene with many values and seeds, its points as a table and as pictures, its sweep.",
     [](const ActionContext& c) { toggleStudies(c); }, [](const ActionContext& c) { return c.studies.isVisible(); }},
    {"legend", "View", "Legend", "L", "Shows or hides the legend of the colours.",
     [](const ActionContext& c) { toggle(c.host.viewport.memory().showLegend); },
     [](const ActionContext& c) { return c.host.viewport.memory().showLegend; }},
    {"timeline", "View", "Timeline", "", "Shows or hides the strip with the run so far.",
     [](const ActionContext& c) { toggle(c.host.viewport.memory().timeline.shown); },
     [](const ActionContext& c) { return c.host.viewport.memory().timeline.shown; }},
    {"plots", "View", "Plots", "F3",
     "Shows or hides the plots over time: reduction, energy, residual, overlap, stage times and more.",
     [](const ActionContext& c) { c.plots.toggle(); }, [](const ActionContext& c) { return c.plots.anyShown(); }},
    {"next_colouring", "View", "Next colouring", "C",
     "Colours the grains by the next quantity in the list of the Colour panel.",
     [](const ActionContext& c) { changeColouring(c.host.viewport, 1); }},
    {"last_colouring", "View", "Previous colouring", "Shift+C",
     "Colours the grains by the previous quantity in the list of the Colour panel.",
     [](const ActionContext& c) { changeColouring(c.host.viewport, -1); }},
    {"ask_members", "View", "Ask which members would move", "",
     "Solves copies of the run in full, in the background: the Reduction panel tells how many members would move. The "
     "run stays as it is.",
     [](const ActionContext& c) {
       Viewport& view = c.host.viewport;
       setAsking(view.options(), view.memory(), !asksMembers(view.options()));
     },
     [](const ActionContext& c) { return asksMembers(c.host.viewport.options()); }},
    {"ask_solver", "View", "Measure the solver's error", "",
     "Compares copies of the run in the background, one of them solved to the end: the Residual panel tells how fast "
     "what should rest creeps. The run stays as it is.",
     [](const ActionContext& c) {
       Viewport& view = c.host.viewport;
       setAskingSolver(view.options(), view.memory(), !asksSolver(view.options()));
     },
     [](const ActionContext& c) { return asksSolver(c.host.viewport.options()); }},
    {"next_twin_view", "View", "Next view of the twin", "Shift+T",
     "Shows a run and its twin side by side, under a line to drag, or one of them alone.",
     [](const ActionContext& c) { c.host.viewport.twin().nextMode(); }},
    {"twin_colours", "View", "Colour by twin distance", "",
     "Colours each grain by its distance from the same grain in the twin, or by speed again.",
     [](const ActionContext& c) { c.host.viewport.twin().toggleColours(); },
     [](const ActionContext& c) { return c.host.viewport.options().colourBy == ColourBy::twin; }},
    {"force_chains", "View", "Force chains", "Shift+F", "Shows contact forces as bars, inside aggregates too.",
     [](const ActionContext& c) { toggle(c.host.viewport.options().layers.chains); },
     [](const ActionContext& c) { return c.host.viewport.options().layers.chains; }, true},
    {"outlines", "View", "Outlines of aggregates", "",
     "Shows or hides lines that part aggregates from each other and from free grains.",
     [](const ActionContext& c) { toggleOutlines(c.host.viewport); },
     [](const ActionContext& c) { return showsOutlines(c.host.viewport.options()); }},
    {"bed_map", "View", "Height map on the belt", "",
     "Shows or hides the heights of the bed that landings make on the widest belt, as a coloured surface.",
     [](const ActionContext& c) { toggleBedMap(c.host); },
     [](const ActionContext& c) {
       const Snapshot& now = *c.host.simulation.snapshot();
       return now.onRequest.bed.hasBelt && showsBedMap(now, c.host.viewport.options().layers);
     }},
    {"worst_overlap", "View", "Jump to the largest overlap", "J",
     "Picks the grain whose contact overlaps most and flies to it; members keep what they had when they merged.",
     [](const ActionContext& c) { c.host.viewport.camera().jumpToWorstOverlap(); }},
    {"worst_residual", "View", "Jump to the largest residual", "Shift+J",
     "Picks the grain whose contacts are farthest from solved in the last step and flies to it.",
     [](const ActionContext& c) { c.host.viewport.camera().jumpToWorstResidual(); }},
    {"camera_key", "View", "Add camera key", "Ctrl+K",
     "Adds the present view to the camera path, as a key at the time shown.",
     [](const ActionContext& c) { c.host.viewport.camera().addKey(); }, nullptr, true},
    {"camera_follow", "View", "Follow the camera path", "",
     "Puts the camera where its path has it, in the view, in films and in pictures.",
     [](const ActionContext& c) { c.host.viewport.camera().setFollowPath(!c.host.viewport.options().followPath); },
     [](const ActionContext& c) { return c.host.viewport.options().followPath; }},
    {"camera_path_open", "View", "Open camera path…", "", "Reads the keys of a camera path from a file.",
     [](const ActionContext& c) { c.cameraPaths.open(); }},
    {"camera_path_save", "View", "Save camera path…", "", "Saves the keys of the camera path as a table.",
     [](const ActionContext& c) { c.cameraPaths.save(); }},
    {"clip", "View", "Clip", "K", "Cuts a part of the scene away, or shows all of it again.",
     [](const ActionContext& c) { c.host.viewport.tools().clip().toggle(); },
     [](const ActionContext& c) { return c.host.viewport.options().clip.on; }, true},
    {"clip_facing", "View", "Clip towards you", "Shift+K", "Turns the normal of the clip to the eye.",
     [](const ActionContext& c) { c.host.viewport.tools().clip().face(); }},
    {"full_screen", "View", "Full screen", "F11", "Fills the screen, or goes back to a window.",
     [](const ActionContext& c) { toggleFullScreen(c.host.window); },
     [](const ActionContext& c) { return c.host.window.isFullScreen(); }},
    {"reset_layout", "View", "Reset layout", "", "Puts all panels and docks back to where they were at first.",
     [](const ActionContext& c) { c.layout.reset(); }},
    {"cancel", "View", "Close or let go", "Esc",
     "Puts back what is being dragged, stops on the way to another time, closes what is open: a list, the keys, full "
     "screen; then ends the pick.",
     [](const ActionContext& c) {
       if (c.tour.isRunning()) {
         c.tour.end();
       } else if (c.startPage.isVisible()) {
         c.startPage.hide();
       } else {
         letGo(c.host);
       }
     }},

    {"command_palette", "Interface", "Find a command…", "Ctrl+P",
     "Finds everything there is to do by a few letters: commands, panels, colours, presets, scenes.",
     [](const ActionContext& c) { showCommandPalette(c); }},
    {"theme_dark", "Interface", "Dark theme", "", "Dark panels and menus, before a middle grey.",
     [](const ActionContext& c) { c.look.setTheme(ThemeChoice::dark); },
     [](const ActionContext& c) { return c.look.now().theme == ThemeChoice::dark; }, true},
    {"theme_light", "Interface", "Light theme", "", "Light panels and menus, before a bright grey.",
     [](const ActionContext& c) { c.look.setTheme(ThemeChoice::light); },
     [](const ActionContext& c) { return c.look.now().theme == ThemeChoice::light; }},
    {"theme_system", "Interface", "Theme of the desktop", "", "Dark or light as the desktop's colours are.",
     [](const ActionContext& c) { c.look.setTheme(ThemeChoice::system); },
     [](const ActionContext& c) { return c.look.now().theme == ThemeChoice::system; }},
    {"larger", "Interface", "Larger", "Ctrl++ Ctrl+=", "Makes letters and panels larger, up to 200 %.",
     [](const ActionContext& c) { c.look.resize(1); }, nullptr, true},
    {"smaller", "Interface", "Smaller", "Ctrl+-", "Makes letters and panels smaller, down to 80 %.",
     [](const ActionContext& c) { c.look.resize(-1); }},
    {"usual_size", "Interface", "Usual size", "Ctrl+0", "Letters and panels as large as they were designed.",
     [](const ActionContext& c) { c.look.resize(0); }},

    {"manual", "Help", "Manual", "F1", "Shows the manual; with the pointer on a panel, the page about it.",
     [](const ActionContext& c) { c.manual.open(QString::fromUtf8(c.host.viewport.layout().hoveredTopic())); }},
    {"start_page", "Help", "Start page", "", "Shows or hides the page with the shipped scenes and recent files.",
     [](const ActionContext& c) { toggleStartPage(c); },
     [](const ActionContext& c) { return c.startPage.isVisible(); }},
    {"tour", "Help", "Tour", "", "Points at the controls that matter most, in six steps.",
     [](const ActionContext& c) { c.tour.begin(); }},
    {"cheat_sheet", "Help", "Keys and mouse", "?", "Shows all keys and what the mouse does.",
     [](const ActionContext& c) {
       c.host.viewport.panels().setCheatSheetShown(!c.host.viewport.panels().cheatSheetShown());
     }},
    {"graphics", "Help", "Graphics information…", "", "Shows the graphics driver in use, to copy into reports.",
     [](const ActionContext& c) { c.reports.showGraphicsInformation(); }},
    {"copy_graphics", "Help", "Copy graphics information", "", "Copies versions, graphics driver and screens as text.",
     [](const ActionContext& c) { c.reports.copyGraphicsInformation(); }},
    {"problem_report", "Help", "Problem report…", "",
     "Saves all that is needed to find a fault in one text file: versions, driver, settings, scene, session, messages. "
     "Nothing is sent anywhere.",
     [](const ActionContext& c) { c.reports.save(); }},
    {"about", "Help", "About Scree…", "", "Shows the version.", [](const ActionContext& c) { c.reports.showAbout(); }},
};

}  // namespace

std::span<const ActionSpec> actionTable() { return kActions; }

QList<QKeySequence> shortcutsOf(const ActionSpec& action) {
  QList<QKeySequence> keys;
  const QString all = QString::fromUtf8(action.shortcuts.data(), static_cast<qsizetype>(action.shortcuts.size()));
  for (const QString& one : all.split(' ', Qt::SkipEmptyParts)) {
    keys.append(QKeySequence::fromString(one, QKeySequence::PortableText));
  }
  return keys;
}

std::vector<ActionText> actionTexts() {
  std::vector<ActionText> texts;
  for (const ActionSpec& action : actionTable()) {
    std::string keys;
    for (const QKeySequence& key : shortcutsOf(action)) {
      keys += (keys.empty() ? "" : ", ") + key.toString(QKeySequence::NativeText).toStdString();
    }
    texts.push_back({action.id, std::string(action.menu), std::string(action.text), keys, std::string(action.tooltip)});
  }
  return texts;
}

}  // namespace scree
