#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "app/studies/reduction/reduction_groups.h"

namespace scree {

/// 1/(0.05 + (1-h)^exponent): how much faster the paper expects steps to be with merging, h from 0 to 1. As h changes
/// in a run and full steps are not all alike, each sample of the merged run is expected to take that part of what the
/// run in full from the same state took then.
double expectedSpeedUp(const ReductionRun& merged, const ReductionRun& full, double exponent);

/// What a step takes, mean over the seeds [s].
double wallOf(const Group& group);

/// What a stage takes [s a step].
double secondsOf(const ReductionRun& run, Stage stage);

/// What deciding what merges and splits takes [s a step].
double decidingOf(const ReductionRun& run);

/// What a sweep takes [s].
double sweepOf(const ReductionRun& run);

/// By stage, what a merged step takes beyond the share of its free grains of what the stage takes in full, sample by
/// sample, in % of a full step.
std::vector<std::pair<std::string_view, double>> stagesBeyond(const Group& merged, const Group& full);

/// What the steps of a system's runs take: wall time and speed-up beside what the paper expects, by stage, what a
/// merged step takes beyond the share of its free grains, and what merging itself costs.
std::vector<ReportTable> costTables(const std::vector<Group>& groups);

}  // namespace scree
