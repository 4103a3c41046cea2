#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui_state/event_memory.h"
#include "app/ui_state/long_work.h"
#include "app/ui_state/matter_rates.h"
#include "app/ui_state/part_memory.h"
#include "app/ui_state/plan_memory.h"
#include "app/ui_state/precision_memory.h"
#include "app/ui_state/probes.h"
#include "app/ui_state/record_status.h"
#include "app/ui_state/reduction_history.h"
#include "app/ui_state/run_history.h"
#include "app/ui_state/twin_memory.h"
#include "app/video/film_settings.h"
#include "app/view/view_options.h"
#include "engine/analysis/sensor_suggestion.h"
#include "engine/session/changes/change_mesh.h"
#include "engine/session/commands.h"
#include "engine/snapshot/snapshot.h"

namespace scree {

/// Values of the scene file, for descriptions and for "back to the scene's value". Not simulation state.
struct SceneInfo {
  std::string name;
  std::string description;
  std::string file;
  Parameters parameters;
  std::vector<std::vector<double>> driveSpeeds;  ///< speeds by body and drive [m/s or rad/s]
  Materials materials;
  MadeMeshes made;
  GranulationLaws granulation;
  std::array<std::vector<double>, 2> feeds;  ///< rates of the boxes of fines, and of the sprays [kg/s]
};

/// Texts of an action for panels and the cheat sheet, from the table of actions.
struct ActionText {
  std::string_view id;
  std::string menu;      ///< name of its menu, "Run"
  std::string text;      ///< text in the menu, "Play or pause"
  std::string shortcut;  ///< shortcuts joined by ", ", such as "Space"; may be empty
  std::string tooltip;
};

/// A requested value that is not in force yet.
struct PendingValue {
  std::uint64_t sequence = 0;  ///< sequence number of the command
  double value = 0.0;
};

/// State of the run with the last request of the user: "pausing" and "starting" are requests not yet applied.
enum class RunState { paused, playing, pausing, starting };

/// Times of drawing.
struct FrameTimes {
  double milliseconds = 0.0;  ///< time to draw a frame, smoothed [ms]
  double perSecond = 0.0;     ///< frames drawn in the last second [1/s]
};

/// View of the comparison of solver methods.
struct ComparisonMemory {
  std::shared_ptr<const MethodComparison> seen;     ///< comparison in the snapshot of the last frame
  std::shared_ptr<const MethodComparison> cleared;  ///< comparison that the user has closed
  bool shown = false;                               ///< true: the comparison is shown instead of the last step
  int sweeps = 150;                                 ///< number of sweeps of the next measurement
  int kind = 0;                                     ///< kind of the rows shown, 0 = the worst
};

/// A requested change of a split sensor that is not in force yet.
struct PendingSensor {
  std::uint64_t sequence = 0;  ///< sequence number of the command
  SplitSensor sensor;
};

/// Split sensors suggested from the run so far, shown until the user accepts or closes them.
struct ShownSuggestion {
  SensorSuggestion suggestion;
  std::vector<SplitSensor> sensors;
};

/// Requested changes of split sensors that may not be in force yet, and the state of their handles.
struct SensorMemory {
  std::map<std::uint32_t, PendingSensor> changes;  ///< changes by index of the sensor
  std::uint64_t listSequence = 0;     ///< sequence number of the newest command that added or removed a sensor
  std::uint64_t worldVersion = 0;     ///< version of the world to which the changes belong
  std::optional<std::size_t> inside;  ///< number of members inside the selected sensor at its requested place
  std::optional<ShownSuggestion> suggestion;
};

constexpr double kDefaultPull = 5.0;  ///< default strength of a pull, in weights of the grain per diameter

/// Default limit of the memory for earlier states of the run [MB].
constexpr double kDefaultHistoryMegabytes = 512.0;

/// Choices of the panel of materials.
struct MaterialMemory {
  int pair = 0;      ///< pair shown, in the order of the list
  int measured = 0;  ///< published pair chosen last; 0: none
};

/// View of the timeline of the run, and the requested step.
struct TimelineMemory {
  RunHistory history;
  bool shown = true;                     ///< true: the strip of the timeline is shown
  std::optional<std::uint64_t> dragged;  ///< step under the pointer during a drag
  PendingValue asked;                    ///< step requested last
};

/// State of placing measures in the view.
struct MeasureMemory {
  std::optional<int> placing;  ///< kind being placed, as a place in kMeasureKindNames; none: no measure is placed
  std::optional<std::uint64_t> shownSelected;  ///< selected measure to whose row the list was scrolled
};

/// Number that was typed outside its range.
struct TypedOutside {
  std::string name;     ///< name of the probe of its field
  std::string message;  ///< sentence for the user
};

/// Place that the camera looks at.
struct LookedAt {
  Vec3 point = Vec3::Zero();  ///< point about which the camera turns [m]
  double height = 1.0;        ///< height of the view at that point [m]
};

/// State of the panels between frames: choices of the view and requests to the session.
struct PanelMemory {
  std::map<std::string, PendingValue, std::less<>> pending;  ///< requested values by widget name
  bool fitRange = true;                                      ///< colour range follows the values
  bool showLegend = true;
  bool showLargestResiduals = false;
  int stepsAtOnce = 10;
  WarmStart lastWarmStart = WarmStart::history;  ///< last warm start that was not off
  ComparisonMemory comparison;
  PrecisionMemory precision;
  PlanMemory plan;
  ReductionHistory reductionHistory;
  MatterRates matterRates;
  SensorMemory sensors;
  PartMemory parts;
  MeasureMemory measures;
  int gizmoMode = 0;                   ///< action of the handles in the view: 0 move, 1 rotate, 2 scale
  double pullStrength = kDefaultPull;  ///< force of a pull at one diameter from the pointer, in weights of the grain
  MaterialMemory materials;
  int rosePlane = 0;  ///< plane of the rose of directions: x-z, y-z, x-y
  RecordChoices record;
  std::optional<TypedOutside> typedOutside;   ///< told when the field is left
  std::string notice;                         ///< message that the view is to show
  std::optional<std::size_t> cameraKeyAsked;  ///< key of the camera path to which the camera is to go
  TimelineMemory timeline;
  TwinMemory twin;
  ParticleEvents explained;                  ///< events of the picked grain
  std::optional<ListedEvents> listedEvents;  ///< events of the clicked bar in the strip of the reduction
  std::optional<ListedGrains> listedGrains;  ///< span of the clicked bar of joined and broken grains in the strip
  std::optional<PickedPart> shownPart;       ///< picked body or joint to whose row the list was scrolled
};

/// Colours grains by the quantity `by`, with the colour map that suits it and a range that follows the values.
inline void colourGrains(ViewOptions& view, PanelMemory& memory, ColourBy by) {
  view.colourBy = by;
  view.colourMap = suitableColourMap(by);
  memory.fitRange = true;
}

/// Switches on or off that members are asked whether they would move. Colours that show it end with the asking.
inline void setAsking(ViewOptions& view, PanelMemory& memory, bool on) {
  view.askMembers = on;
  if (!on && view.colourBy == ColourBy::wouldMove) {
    colourGrains(view, memory, ColourBy::speed);
  }
}

/// Switches on or off that the error of the solver is measured. Colours that show it end with the measuring.
inline void setAskingSolver(ViewOptions& view, PanelMemory& memory, bool on) {
  view.askSolver = on;
  if (!on && view.colourBy == ColourBy::solverError) {
    colourGrains(view, memory, ColourBy::speed);
  }
}

/// Input and output of a panel. Panels hold no simulation state: they read the snapshot and post commands.
struct PanelContext {
  std::shared_ptr<const Snapshot> snapshot;  ///< never null
  const SceneInfo& scene;
  std::span<const ActionText> actions;
  ViewOptions& view;
  PanelMemory& memory;
  Probes& probes;
  RunState run = RunState::paused;
  double targetRate = 1.0;  ///< requested speed, simulated seconds per second; 0 = as fast as possible
  double age = 0.0;         ///< real time since the state of the snapshot was complete [s]
  FrameTimes frame;
  RecordStatus recording;
  LookedAt lookedAt;
  LayerStatistics layerStatistics;        ///< statistics of the layers in the last picture
  std::optional<std::uint64_t> longStep;  ///< step under way, if it takes longer than half a second
  double longStepSeconds = 0.0;           ///< real time since that step began [s]
  std::vector<LongWork> works;            ///< long work under way

  std::function<std::uint64_t(Command)> post;     ///< posts a command, returns its sequence number
  std::function<void(std::string_view)> trigger;  ///< runs an action by its id, after the frame

  std::vector<ProbeRect> labels;  ///< places of labels and legends over the picture, which later ones keep clear of
};

}  // namespace scree
