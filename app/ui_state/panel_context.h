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
#include "app/ui_state/probes.h"
#include "app/ui_state/record_status.h"
#include "app/ui_state/reduction_history.h"
#include "app/ui_state/run_history.h"
#include "app/ui_state/twin_memory.h"
#include "app/video/film_settings.h"
#include "app/view/view_options.h"
#include "engine/analysis/sensor_suggestion.h"
#include "engine/session/commands.h"
#include "engine/snapshot/snapshot.h"

namespace scree {

/// What the scene file said, for descriptions and "back to the scene's value". Not simulation state.
struct SceneInfo {
  std::string name;
  std::string description;
  std::string file;
  Parameters parameters;
  std::vector<std::vector<double>> driveSpeeds;  ///< by body and drive [m/s or rad/s]
};

/// An action as panels and the cheat sheet show it; made from the one table of actions.
struct ActionText {
  std::string_view id;
  std::string menu;      ///< where it is found, "Run"
  std::string text;      ///< "Play or pause"
  std::string shortcut;  ///< "Space", all of them joined by ", "; may be empty
  std::string tooltip;
};

/// A value that was asked for and is not in force yet.
struct PendingValue {
  std::uint64_t sequence = 0;
  double value = 0.0;
};

/// What the user asked the session to do, which the session may not have done yet.
enum class RunState { paused, playing, pausing, starting };

/// Times of the drawing itself.
struct FrameTimes {
  double milliseconds = 0.0;  ///< to draw a frame, smoothed
  double perSecond = 0.0;     ///< frames drawn in the last second
};

/// How the comparison of methods is shown.
struct ComparisonMemory {
  std::shared_ptr<const MethodComparison> seen;     ///< the one of the last frame
  std::shared_ptr<const MethodComparison> cleared;  ///< put away by the user
  bool shown = false;                               ///< instead of the last step
  int sweeps = 150;                                 ///< of the next measurement
  int kind = 0;                                     ///< of the rows shown, 0 = the worst
};

/// A split sensor as it was asked for and is not in force yet.
struct PendingSensor {
  std::uint64_t sequence = 0;
  SplitSensor sensor;
};

/// Split sensors that a run so far suggests, shown until they are taken or put away.
struct ShownSuggestion {
  SensorSuggestion suggestion;
  std::vector<SplitSensor> sensors;
};

/// What the user did to the split sensors that the session may not have done yet, and how they are handled.
struct SensorMemory {
  std::map<std::uint32_t, PendingSensor> changes;  ///< by index
  std::uint64_t listSequence = 0;                  ///< of the newest command that added or removed one
  std::uint64_t worldVersion = 0;                  ///< of the world that all this is about
  std::optional<std::size_t> inside;               ///< merged grains in the selected one, where it is to be
  int gizmoMode = 0;                               ///< what its handles do: move, rotate, scale
  std::optional<ShownSuggestion> suggestion;
};

constexpr double kUsualPull = 5.0;  ///< weights a diameter

/// Memory for states to go back to that nobody changed [MB].
constexpr double kUsualHistoryMegabytes = 512.0;

/// How the run so far is shown, and where in it the user wants to be.
struct TimelineMemory {
  RunHistory history;
  bool shown = true;                     ///< the strip
  std::optional<std::uint64_t> dragged;  ///< step under the pointer that drags
  PendingValue asked;                    ///< the step asked for last
};

/// What the camera looks at.
struct LookedAt {
  Vec3 point = Vec3::Zero();  ///< that it turns about
  double height = 1.0;        ///< of the view at that point [m]
};

/// What panels remember between frames: how things are shown and what was asked for.
struct PanelMemory {
  std::map<std::string, PendingValue, std::less<>> pending;  ///< by widget name
  bool fitRange = true;                                      ///< colour range follows the values
  bool showLegend = true;
  bool showLargestResiduals = false;
  int stepsAtOnce = 10;
  WarmStart lastWarmStart = WarmStart::history;  ///< the newest in force that is not off
  ComparisonMemory comparison;
  ReductionHistory reductionHistory;
  SensorMemory sensors;
  double pullStrength = kUsualPull;  ///< weights that a grain feels a diameter away from the pointer that pulls it
  RecordChoices record;
  std::optional<std::size_t> cameraKeyAsked;  ///< of the camera path, to be gone to
  TimelineMemory timeline;
  TwinMemory twin;
  ParticleEvents explained;                  ///< of the picked grain
  std::optional<ListedEvents> listedEvents;  ///< of a bar of the reduction's strip
  std::optional<PickedPart> shownPart;       ///< the picked body or joint whose row was brought into sight
};

/// Colours grains by something else, with the map that suits it and a range that fits.
inline void colourGrains(ViewOptions& view, PanelMemory& memory, ColourBy by) {
  view.colourBy = by;
  view.colourMap = suitableColourMap(by);
  memory.fitRange = true;
}

/// All a panel sees and may do. Panels hold no simulation state: they read the snapshot and post commands.
struct PanelContext {
  std::shared_ptr<const Snapshot> snapshot;  ///< never null
  const SceneInfo& scene;
  std::span<const ActionText> actions;
  ViewOptions& view;
  PanelMemory& memory;
  Probes& probes;
  RunState run = RunState::paused;
  double targetRate = 1.0;  ///< asked for: simulated s per s, 0 = as fast as possible
  double age = 0.0;         ///< of the snapshot [s]
  FrameTimes frame;
  RecordStatus recording;
  LookedAt lookedAt;
  LayerStatistics layerStatistics;        ///< of the last picture
  std::optional<std::uint64_t> longStep;  ///< the step under way when it takes long ...
  double longStepSeconds = 0.0;           ///< ... and for how long
  std::string busy;                       ///< "loading drum.yaml", empty when nothing

  std::function<std::uint64_t(Command)> post;     ///< returns the sequence number
  std::function<void(std::string_view)> trigger;  ///< runs an action by its id, after the frame
};

}  // namespace scree
