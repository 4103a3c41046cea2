#include "app/studies/reduction/reduction_report.h"

#include <fmt/format.h>

#include "app/studies/reduction/reduction_groups.h"
#include "app/studies/reduction/reduction_plots.h"
#include "app/studies/reduction/reduction_tables.h"

namespace scree {

ReportSection reductionSection(const ReductionStudy& study) {
  ReportSection section{.title = study.system.name, .text = study.system.text};
  for (const ReductionRun& run : study.runs) {
    if (!run.refusal.empty()) {
      section.text += fmt::format(" Left out: {}, seed {}: {}.", run.what.name(), run.seed, run.refusal);
    } else if (!run.isFull() && !run.samples.empty() && run.counts.merges == 0) {
      section.text += fmt::format(" {}, seed {}: nothing merged.", run.what.name(), run.seed);
    }
  }
  const std::vector<Group> groups = groupsOf(study);
  section.tables = reductionTables(study, groups);
  section.plots = reductionPlots(study, groups);
  return section;
}

}  // namespace scree
