#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/studies/reduction/reduction_systems.h"
#include "engine/analysis/oracle.h"
#include "engine/analysis/shadow.h"
#include "engine/analysis/twin.h"
#include "engine/settings/presets.h"
#include "engine/world/stage_times.h"

namespace scree {

class ThreadPool;

/// One case of the study: a solver, with or without merging.
struct ReductionCase {
  std::string solver;
  Parameters solving;                        ///< parameters of the solver
  std::optional<ReductionPreset> reduction;  ///< preset of the reduction; empty: run in full
  std::string reductionName = "full";
  ReductionParameters limits = {};  ///< parameters of the reduction: preset and settings

  std::string name() const { return solver + ", " + reductionName; }
};

/// One sample of a run. Quantities that change fast are means over the steps since the last sample.
struct ReductionSample {
  double time = 0.0;  ///< time on the system's clock [s]
  SystemReading reading;
  double level = 0.0;               ///< reduction level h, mean
  std::vector<double> oracle = {};  ///< level of the oracle by its setting, mean; only of runs in full
  std::vector<double> still = {};   ///< OracleParts::stillShare() by setting, mean
  std::vector<double> adrift = {};  ///< OracleParts::adriftShare() by setting, mean
  double drive = kUnknown;          ///< load on the drive, mean; unit as in ReductionSystem::drive
  double kinetic = 0.0;             ///< kinetic energy [J]
  double potential = 0.0;           ///< potential energy [J]
  double elastic = 0.0;             ///< elastic energy [J]
  std::size_t particles = 0;
  double wall = 0.0;       ///< wall time of the steps since the last sample [s]
  StageTimes stages = {};  ///< times by stage since the last sample
};

/// A grain that reached the sink.
struct Arrival {
  double time = 0.0;     ///< time on the system's clock [s]
  double lateral = 0.0;  ///< place along y [m]
  double mass = 0.0;     ///< mass [kg]
};

/// One sample of a run beside its twin.
struct TwinSample {
  TwinReading apart;                                    ///< differences; the time counts from the branch
  std::array<double, 2> angles = {kUnknown, kUnknown};  ///< angles of the second minus the first run [degrees]
};

/// Results of a run.
struct ReductionRun {
  ReductionCase what;
  int seed = 1;
  std::string refusal;  ///< error of the engine that ended the run; nothing else is valid then
  std::vector<ReductionSample> samples;
  std::vector<Arrival> arrivals;
  std::size_t steps = 0;
  double wall = 0.0;        ///< wall time of all steps [s]
  double processor = 0.0;   ///< processor time of all threads in steps [s]; equals `wall` for one thread on a free core
  double wallMedian = 0.0;  ///< median wall time of a step [s]
  StageTimes stages;        ///< times by stage, sums over the steps
  double sweeps = 0.0;      ///< number of sweeps of the continuous solves, sum over the steps
  ReductionCounts counts;   ///< merges and splits in this run
  std::uint64_t faults = 0;
  std::size_t lateBursts = 0;  ///< number of bursts of moving grains after ReductionSystem::late
  /// Scores of split sensors in shadow mode; only of runs in full.
  std::array<ShadowScore, kShadowSensorCount> shadow{};
  /// Decisions of split sensors in shadow mode (Shadow::decisions()), only of runs in full; hundreds of thousands.
  std::vector<ShadowDecision> decisions;
  std::vector<TwinSample> twin;  ///< samples of runTwin(); empty if it was not run

  bool isFull() const { return !what.reduction; }
  double processorPerStep() const { return steps == 0 ? kUnknown : processor / static_cast<double>(steps); }
  double wallPerStep() const { return steps == 0 ? kUnknown : wall / static_cast<double>(steps); }
};

/// Settings of the oracles: limits of 2.5 mm/s with 0.5 rad/s and of 5 mm/s with 1.5 rad/s, each with windows of 1, 3
/// and 10 steps, and the settings that belong to each reduction preset and to each case.
std::vector<OracleSetting> oracleSettings(const ReductionSystem& system, std::span<const ReductionCase> cases);
/// Text of a setting, "2.5 mm/s, 0.5 rad/s, 3 steps"; "5/2.5/2.5 mm/s" if the limits normal in, normal out and
/// tangential differ.
std::string nameOf(const OracleSetting& setting);
/// Text of a setting in one word, for names of columns: "2.5mm/s_0.5rad/s_3".
std::string columnOf(const OracleSetting& setting);
/// Index of the oracle setting that belongs to a merged case, in ReductionSystem::oracles.
std::size_t oracleIndexOf(const ReductionSystem& system, const ReductionCase& what);

/// Makes the common start of all runs of a seed: fills the system with the preset fast, in full unless
/// ReductionSystem::fillMerged. Empty optional after a signal or if the scene does not load; the errors are printed.
std::optional<World> fillSystem(const ReductionSystem& system, int seed, ThreadPool* threads);

/// Makes a run of a case from `start`. Only step() is timed. An exception of the engine sets ReductionRun::refusal.
ReductionRun runCase(const ReductionSystem& system, const World& start, const ReductionCase& what, int seed,
                     ThreadPool* threads);

/// Steps the case in lockstep with another run from the same state for ReductionSystem::twin: a run with merging beside
/// a run in full, or a run in full beside one with a grain displaced by a millionth of its diameter.
std::vector<TwinSample> runTwin(const ReductionSystem& system, const World& start, const ReductionCase& what);

}  // namespace scree
