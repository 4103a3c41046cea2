#pragma once

#include <string>
#include <vector>

#include "app/studies/html_page.h"
#include "app/studies/reduction/reduction_run.h"

namespace scree {

/// All runs of one system.
struct ReductionStudy {
  ReductionSystem system;
  std::vector<ReductionCase> cases = {};  ///< cases that are run with each seed
  std::vector<ReductionRun> runs = {};
};

/// Makes the tables and plots of one system; runs of a case with different seeds are evaluated together.
ReportSection reductionSection(const ReductionStudy& study);

/// Text of reduction.csv: one row for each run and quantity, with a header line.
std::string reductionCsv(const std::vector<ReductionStudy>& studies);

/// Samples of a run as CSV with a header line.
std::string reductionSeries(const ReductionStudy& study, const ReductionRun& run);
/// File name for the samples of a run.
std::string reductionSeriesName(const ReductionStudy& study, const ReductionRun& run);
/// Decisions of the split sensors in shadow mode during a run in full, as CSV with a header line.
std::string shadowDecisions(const ReductionStudy& study, const ReductionRun& run);

}  // namespace scree
