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

// Systems of the study on reduction: shipped scenes, times of filling and running, and measured quantities.
namespace scree {

constexpr double kDiameter = 0.013;  ///< diameter of the grains of all systems [m]
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// Part of a run over which means are taken.
struct TimeWindow {
  std::string name;
  double from = 0.0;  ///< start on the system's clock [s]
  double to = 0.0;    ///< end on the system's clock [s]
};

struct ReductionSystem {
  enum class Kind : unsigned char { conveyor, collapse, drum };
  Kind kind;
  std::string name;
  std::string scene;
  std::string text;  ///< description for the report
  std::vector<SceneOverride> overrides = {};
  double diameter = 0.0115;                 ///< mean diameter of the grains [m]
  double fill = 0.0;                        ///< simulated time of filling, before the runs branch [s]
  bool fillMerged = false;                  ///< true: filled with merging, because filling in full would take hours
  double zero = 0.0;                        ///< simulated time at which the system's clock starts [s]
  double run = 0.0;                         ///< simulated time of each branched run [s]
  double twin = 2.0;                        ///< simulated time of runs beside their twins [s]
  std::vector<std::string> angles = {};     ///< names of the measured angles
  std::vector<TimeWindow> windows = {};     ///< windows of time for angles
  TimeWindow measured = {};                 ///< window of time for all other quantities
  double late = kUnknown;                   ///< time on the system's clock from which bursts are counted [s]
  std::string drive = {};                   ///< name and unit of the load on the drive; empty: none
  std::vector<OracleSetting> oracles = {};  ///< settings of the oracles in runs in full
  /// Split sensors of runs with paper-cs, at the places where the published runs had them beside the contact split.
  std::vector<SplitSensor> sensors = {};
};

/// Returns the systems conveyor, collapse, drum and conveyor-90k. `quick` takes fewer particles and runs of half a
/// second.
std::vector<ReductionSystem> reductionSystems(bool quick);

/// Value in paper R for a system; empty if it gives none. `row` is "reference" (500 sweeps), "full" (150 sweeps) or the
/// name of a reduction preset.
std::string publishedAngle(const ReductionSystem& system, std::string_view row);
std::string publishedLevel(const ReductionSystem& system, std::string_view row);

/// Quantities measured from the particles at one time.
struct SystemReading {
  std::array<double, 2> angles = {kUnknown, kUnknown};  ///< angles [degrees] in the order of ReductionSystem::angles
  double plug = kUnknown;                               ///< share of the particles in the plug
  std::array<DrumLayer, kDrumLayers> layers{};          ///< layers of a drum by depth
};
SystemReading readSystem(const ReductionSystem& system, World& world);
/// Load on the drive in the last step, in the unit of ReductionSystem::drive; kUnknown without a drive.
double readDrive(const ReductionSystem& system, const World& world);

}  // namespace scree
