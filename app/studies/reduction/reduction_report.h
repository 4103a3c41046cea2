#pragma once

#include <string>
#include <vector>

#include "app/studies/html_page.h"
#include "app/studies/reduction/reduction_run.h"

namespace scree {

/// All runs of one system.
struct ReductionStudy {
  ReductionSystem system;
  std::vector<ReductionCase> cases = {};  ///< what is run with each seed
  std::vector<ReductionRun> runs = {};
};

/// Tables and plots of one system; runs of the same case with different seeds are taken together.
ReportSection reductionSection(const ReductionStudy& study);

/// reduction.csv: one row a run and quantity, with a header line.
std::string reductionCsv(const std::vector<ReductionStudy>& studies);

/// A run's samples, with a header line; and its file name.
std::string reductionSeries(const ReductionStudy& study, const ReductionRun& run);
std::string reductionSeriesName(const ReductionStudy& study, const ReductionRun& run);
/// A full run's decisions in shadow mode, with a header line.
std::string shadowDecisions(const ReductionStudy& study, const ReductionRun& run);

}  // namespace scree
