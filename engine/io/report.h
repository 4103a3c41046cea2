#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/analysis/drums/drum_observables.h"
#include "engine/analysis/mixing/lacey_index.h"
#include "engine/io/solver_error_record.h"
#include "engine/io/would_move_record.h"
#include "engine/world/stage_times.h"
#include "engine/world/world.h"

namespace scree {

struct StepData;

/// Sums over the steps of a run.
struct RunStatistics {
  StageTimes stages;  ///< total wall time of each stage [s]
  std::uint64_t steps = 0;
  int mostThreads = 1;       ///< largest number of threads in a step
  std::uint64_t sweeps = 0;  ///< sweeps of the continuous stage
  std::uint64_t substeps = 0;
  int mostSubsteps = 0;             ///< largest number of substeps in a step
  std::uint64_t impactSteps = 0;    ///< number of steps with impacts
  double contactSum = 0.0;          ///< sum over steps of the number of contacts
  double meanOverlapSum = 0.0;      ///< sum over steps of <δ/d>
  double largestMeanOverlap = 0.0;  ///< largest <δ/d> of a step
  double worstOverlap = 0.0;        ///< largest δ/d of any contact at any step
  double largestSpeed = 0.0;        ///< largest speed of a particle [m/s]
  double reductionLevelSum = 0.0;   ///< sum over steps of the reduction level h

  /// Adds the step just made; `data.report.times` must hold that step alone.
  void add(const StepData& data);
  double meanSubsteps() const;        ///< mean over steps; 0 without steps
  double meanOverlap() const;         ///< mean over steps of <δ/d>; 0 without steps
  double meanReductionLevel() const;  ///< mean over steps of h; 0 without steps
};

/// Angles of repose of a run at regular times [rad].
struct AngleRecord {
  std::uint64_t answers = 0;
  double last = 0.0;
  double mean = 0.0;
  double squares = 0.0;  ///< sum of the squared differences from the mean

  void add(double angle);
  double deviation() const;  ///< standard deviation; 0 below two answers
};

/// Flow in a rotating drum at regular times, of which the report has the means.
using FlowRecord = std::vector<DrumFlow>;

/// Numbers of the bed on a belt (engine/analysis/drums/belt_bed.h).
struct BeltNumbers {
  std::size_t landings = 0;
  double mass = 0.0;        ///< kg
  double beside = 0.0;      ///< kg, of it beside the belt
  double meanHeight = 0.0;  ///< m
  double variation = 0.0;   ///< σ_h
  double unevenness = 0.0;  ///< f [m]
};

/// Numbers of a population of granules at one time.
struct PopulationSummary {
  double number = 0.0;
  double mass = 0.0;  ///< kg
  double d10 = 0.0;   ///< by volume [m]
  double d50 = 0.0;
  double d90 = 0.0;
};

/// Numbers of the population of a run and of the balance beside it (engine/analysis/granules/population_watch.h): sizes
/// at the end of the last full window, rates over the run.
struct PopulationNumbers {
  std::size_t windows = 0;
  PopulationSummary run;
  std::optional<PopulationSummary> balance;  ///< empty: it has not begun, or has ended
  double difference = 0.0;                   ///< of the cumulative distributions, at the end
  double largestDifference = 0.0;            ///< of all windows
  double growth = 0.0;                       ///< mean of a granule, by layering [m/s]
  double collisions = 0.0;                   ///< 1/s
  double joins = 0.0;                        ///< 1/s
  double breaks = 0.0;                       ///< 1/s
  std::size_t departures = 0;                ///< granules that left
  double residence = 0.0;                    ///< mean of their ages [s]
  double residenceDeviation = 0.0;           ///< s
  std::string problem;                       ///< failure of the balance
};

/// Data of a run for its report, besides those of the world and the last step.
struct RunReport {
  std::string sceneName;
  std::string sceneFile;
  std::uint64_t seed = 0;                                      ///< seed of the scene
  std::vector<std::pair<std::string, std::string>> overrides;  ///< --set keys and values
  std::optional<std::string> resumedFrom;
  std::string exitReason;
  int exitCode = 0;
  std::vector<std::string> failures;  ///< outputs that could not be written
  std::uint64_t startStep = 0;
  double startTime = 0.0;  ///< simulated time at the start [s]
  double wallTime = 0.0;   ///< wall time of the steps and their outputs [s]
  RunStatistics statistics;
  std::optional<WouldMoveRecord> wouldMove;      ///< answers of members; empty: none was asked
  std::optional<SolverErrorRecord> solverError;  ///< errors of the solver; empty: not measured
  std::optional<AngleRecord> angle;              ///< angles of repose; empty: not measured
  std::optional<FlowRecord> flow;                ///< flow in the drum; empty: not measured
  std::optional<MixingRecord> mixing;            ///< mixing of two populations; empty: not measured
  std::optional<BeltNumbers> belt;               ///< empty: not asked for, or nothing landed
  std::optional<PopulationNumbers> population;   ///< empty: not asked for, or shorter than a window
};

constexpr int kReportVersion = 2;

/// Report of a run as JSON. The meaning of a key changes only together with kReportVersion; keys may be added. Numbers
/// that are not finite become null.
std::string reportJson(const RunReport& report, const World& world, const StepData& last);

/// Report of a run before its first step: it has the keys of any report of this world.
std::string reportBefore(const RunReport& report, const World& world);

}  // namespace scree
