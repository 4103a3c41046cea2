#pragma once

#include <vector>

#include "app/cli/reduction_groups.h"

namespace scree {

/// What the steps of a system's runs take: wall time and speed-up beside what the paper expects, by stage, what a
/// merged step takes beyond the share of its free grains, and what merging itself costs.
std::vector<ReportTable> costTables(const ReductionStudy& study, const std::vector<Group>& groups);

}  // namespace scree
