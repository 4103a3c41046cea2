#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "app/studies/reduction/reduction_groups.h"

namespace scree {

/// Expected speed-up of steps by merging, 1/(0.05 + (1-h)^exponent) by paper R, with the reduction level h from 0 to 1.
/// Because h and the time of full steps change in a run, each sample of the merged run is expected to take that part of
/// the time of the run in full in the same sample.
double expectedSpeedUp(const ReductionRun& merged, const ReductionRun& full, double exponent);

/// Wall time of a step, mean over the seeds [s].
double wallOf(const Group& group);

/// Time of a stage [s a step].
double secondsOf(const ReductionRun& run, Stage stage);

/// Time of the decisions on merges and splits [s a step].
double decidingOf(const ReductionRun& run);

/// Time of a sweep [s].
double sweepOf(const ReductionRun& run);

/// Excess time of a merged step by stage, in % of a full step: its time beyond the time of the stage in full, times the
/// share of free grains in each sample.
std::vector<std::pair<std::string_view, double>> stagesBeyond(const Group& merged, const Group& full);

/// Tables of the time of a system's steps: wall time and speed-up beside the expectation of paper R, time by stage,
/// excess time of merged steps (stagesBeyond()), and cost of the decisions.
std::vector<ReportTable> costTables(const std::vector<Group>& groups);

}  // namespace scree
