#pragma once

#include <optional>
#include <vector>

#include "app/studies/reduction/reduction_asked.h"

namespace scree {

/// What each run takes beside what it is off by from the best reference that was run, and what a run in full that is as
/// far off takes of a merged one's time. Nothing without a reference.
std::optional<ReportTable> errorTable(const std::vector<Group>& groups, const std::vector<Comparison>& comparisons);

}  // namespace scree
