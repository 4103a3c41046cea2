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

/// One run to compare: a way to solve, with or without merging.
struct ReductionCase {
  std::string solver;
  Parameters solving;                        ///< what the solver's preset sets
  std::optional<ReductionPreset> reduction;  ///< none: in full
  std::string reductionName = "full";
  ReductionParameters limits = {};  ///< with merging: what the preset sets, and what was set besides

  std::string name() const { return solver + ", " + reductionName; }
};

/// One look at a run; what can change fast is a mean since the last one.
struct ReductionSample {
  double time = 0.0;  ///< s, on the system's clock
  SystemReading reading;
  double level = 0.0;               ///< h, mean
  std::vector<double> oracle = {};  ///< by oracle setting, mean; of runs in full
  std::vector<double> still = {};   ///< the same of OracleParts::stillShare()
  std::vector<double> adrift = {};  ///< and of OracleParts::adriftShare()
  double drive = kUnknown;          ///< mean
  double kinetic = 0.0;             ///< J
  double potential = 0.0;
  double elastic = 0.0;
  std::size_t particles = 0;
  double wall = 0.0;       ///< s, in the steps since the last look
  StageTimes stages = {};  ///< likewise
};

/// A grain that reached the sink.
struct Arrival {
  double time = 0.0;     ///< s, on the system's clock
  double lateral = 0.0;  ///< m, along y
  double mass = 0.0;     ///< kg
};

/// One look at a twin.
struct TwinSample {
  TwinReading apart;                                    ///< its time since the branch
  std::array<double, 2> angles = {kUnknown, kUnknown};  ///< of the second less the first [degrees], as in SystemReading
};

/// What a run gave.
struct ReductionRun {
  ReductionCase what;
  int seed = 1;
  std::string refusal;  ///< why the engine would not do it; then there is nothing else
  std::vector<ReductionSample> samples;
  std::vector<Arrival> arrivals;
  std::size_t steps = 0;
  double wall = 0.0;        ///< s, in steps
  double processor = 0.0;   ///< s of all threads in steps: with one thread as much as wall, unless others used the core
  double wallMedian = 0.0;  ///< s a step
  StageTimes stages;        ///< sums over the steps
  double sweeps = 0.0;      ///< of the continuous solves, likewise
  ReductionCounts counts;   ///< in this run
  std::uint64_t faults = 0;
  std::size_t lateBursts = 0;                            ///< from the system's late time on
  std::array<ShadowScore, kShadowSensorCount> shadow{};  ///< of runs in full
  std::vector<ShadowDecision> decisions;                 ///< likewise, see Shadow::decisions(); hundreds of thousands
  std::vector<TwinSample> twin;                          ///< see runTwin(); empty when not asked for

  bool isFull() const { return !what.reduction; }
  double processorPerStep() const { return steps == 0 ? kUnknown : processor / static_cast<double>(steps); }
  double wallPerStep() const { return steps == 0 ? kUnknown : wall / static_cast<double>(steps); }
};

/// The settings that oracles are asked for: limits of 2.5 mm/s with 0.5 rad/s and of 5 mm/s with 1.5 rad/s, windows of
/// 1, 3 and 10 steps. Every reduction preset's own is among them, and that of each case.
std::vector<OracleSetting> oracleSettings(std::span<const ReductionCase> cases);
/// "2.5 mm/s, 0.5 rad/s, 3 steps"; "5/2.5/2.5 mm/s" where normal (in, out) and tangential limits differ.
std::string nameOf(const OracleSetting& setting);
/// The same in one word, for columns: "2.5mm/s_0.5rad/s_3".
std::string columnOf(const OracleSetting& setting);
/// The index of a merged case's own among those of its system.
std::size_t oracleIndexOf(const ReductionSystem& system, const ReductionCase& what);

/// The common start of all runs of a seed, filled with the preset fast, in full unless the system says otherwise;
/// nothing when the scene does not load (why was printed) or after a signal.
std::optional<World> fillSystem(const ReductionSystem& system, int seed, ThreadPool* threads);

/// Branches from `start`. Only step() is timed. An exception of the engine makes the run a refused one.
ReductionRun runCase(const ReductionSystem& system, const World& start, const ReductionCase& what, int seed,
                     ThreadPool* threads);

/// Steps the case beside another run from the same state for the system's time of twins: a reduced run beside one in
/// full, a run in full beside one with a grain displaced by a millionth of its diameter.
std::vector<TwinSample> runTwin(const ReductionSystem& system, const World& start, const ReductionCase& what);

}  // namespace scree
