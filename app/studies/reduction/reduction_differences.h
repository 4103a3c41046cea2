#pragma once

#include <vector>

#include "app/studies/reduction/reduction_asked.h"

namespace scree {

/// Table "Merged against full": differences of runs with merging from runs in full, and of runs in full from runs with
/// better solvers.
ReportTable differenceTable(const std::vector<Comparison>& comparisons);

}  // namespace scree
