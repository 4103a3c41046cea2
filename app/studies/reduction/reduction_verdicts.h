#pragma once

#include <vector>

#include "app/studies/reduction/reduction_report.h"

namespace scree {

/// The report's first chapter: how much holds of what is asked for, what does not, and what in the runs makes it so.
ReportSection verdictSection(const std::vector<ReductionStudy>& studies);

}  // namespace scree
