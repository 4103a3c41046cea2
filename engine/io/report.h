#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/world/stage_times.h"
#include "engine/world/world.h"

namespace scree {

struct StepData;

/// Sums over the steps of a run.
struct RunStatistics {
  StageTimes stages;  ///< wall time of each stage in all
  std::uint64_t steps = 0;
  int mostThreads = 1;       ///< of any step
  std::uint64_t sweeps = 0;  ///< of the continuous stage
  std::uint64_t substeps = 0;
  int mostSubsteps = 0;             ///< of any step
  std::uint64_t impactSteps = 0;    ///< steps that had impacts to solve
  double contactSum = 0.0;          ///< contacts x steps
  double meanOverlapSum = 0.0;      ///< of <δ/d>, over steps
  double largestMeanOverlap = 0.0;  ///< the worst step's <δ/d>
  double worstOverlap = 0.0;        ///< largest δ/d of any contact at any step
  double largestSpeed = 0.0;        ///< m/s
  double reductionLevelSum = 0.0;   ///< of h, over steps

  /// Takes in the step just made; `data.report.times` must hold that step alone.
  void add(const StepData& data);
  double meanSubsteps() const;        ///< mean over steps; 0 without steps
  double meanOverlap() const;         ///< mean over steps of <δ/d>; 0 without steps
  double meanReductionLevel() const;  ///< of h; 0 without steps
};

/// What a run did, apart from what the world and the last step tell.
struct RunReport {
  std::string sceneName;
  std::string sceneFile;
  std::uint64_t seed = 0;                                      ///< of the scene
  std::vector<std::pair<std::string, std::string>> overrides;  ///< --set keys and values
  std::optional<std::string> resumedFrom;
  std::string exitReason;
  int exitCode = 0;
  std::vector<std::string> failures;  ///< outputs that could not be written
  std::uint64_t startStep = 0;
  double startTime = 0.0;  ///< s, simulated
  double wallTime = 0.0;   ///< s, of the steps and their outputs
  RunStatistics statistics;
};

constexpr int kReportVersion = 1;

/// The report as JSON. Its meaning changes only together with kReportVersion; keys may be added. Numbers that are not
/// finite become null.
std::string reportJson(const RunReport& report, const World& world, const StepData& last);

}  // namespace scree
