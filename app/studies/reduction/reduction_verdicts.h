#pragma once

#include <vector>

#include "app/studies/reduction/reduction_report.h"

namespace scree {

/// First chapter of the report: number of requirements that hold, the ones that do not, and reasons found in the runs.
ReportSection verdictSection(const std::vector<ReductionStudy>& studies);

}  // namespace scree
