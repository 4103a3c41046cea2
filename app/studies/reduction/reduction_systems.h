#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/analysis/oracle.h"
#include "engine/analysis/repose.h"
#include "engine/scene/scene.h"
#include "engine/world/split_sensors.h"

// The systems of the experiment on reduction: shipped scenes, how long they are filled and run, and what is read off
// them.
namespace scree {

constexpr double kDiameter = 0.013;  ///< m, of the grains of all systems
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// Part of a run that means are taken over.
struct TimeWindow {
  std::string name;
  double from = 0.0;  ///< s, on the system's clock
  double to = 0.0;
};

struct ReductionSystem {
  enum class Kind : unsigned char { conveyor, collapse, drum };
  Kind kind;
  std::string name;
  std::string scene;
  std::string text;  ///< what is run and read, for the report
  std::vector<SceneOverride> overrides = {};
  double fill = 0.0;                        ///< s, simulated, before runs branch
  bool fillMerged = false;                  ///< filled with merging, where in full it would take hours
  double zero = 0.0;                        ///< s, simulated time at which the system's clock starts
  double run = 0.0;                         ///< s, simulated, of each branched run
  double twin = 2.0;                        ///< s, of twins
  std::vector<std::string> angles = {};     ///< names of its angles
  std::vector<TimeWindow> windows = {};     ///< for angles
  TimeWindow measured = {};                 ///< for everything else
  double late = kUnknown;                   ///< s, on its clock: bursts of moving grains are counted from here on
  std::string drive = {};                   ///< name and unit of what its drive feels; empty: none
  std::vector<OracleSetting> oracles = {};  ///< what the oracles of runs in full are asked for
  /// Where the published runs with the contact split had split sensors as well; runs with paper-cs get these.
  std::vector<SplitSensor> sensors = {};
};

/// conveyor, collapse, drum, conveyor-90k. `quick`: fewer particles and half a second each.
std::vector<ReductionSystem> reductionSystems(bool quick);

/// Paper R's value for a system; empty where it gives none. `row` is "reference" (500 sweeps), "full" (150) or the name
/// of a reduction preset.
std::string publishedAngle(const ReductionSystem& system, std::string_view row);
std::string publishedLevel(const ReductionSystem& system, std::string_view row);

/// What one look at the particles gives.
struct SystemReading {
  std::array<double, 2> angles = {kUnknown, kUnknown};  ///< degrees, as ReductionSystem::angles names them
  double plug = kUnknown;                               ///< share of the particles
  std::array<DrumLayer, kDrumLayers> layers{};          ///< of a drum
};
SystemReading readSystem(const ReductionSystem& system, World& world);
/// What the drive felt in the last step; unknown without one.
double readDrive(const ReductionSystem& system, const World& world);

}  // namespace scree
