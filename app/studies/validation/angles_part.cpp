#include <fmt/format.h>

#include <string>
#include <vector>

#include "app/studies/angles/angle_report.h"
#include "app/studies/angles/angle_runs.h"
#include "app/studies/run_folder.h"
#include "app/studies/validation/validation_parts.h"

// Angles from one start by the solver at several steps and by LIGGGHTS, beside smooth DEM.
namespace scree {

namespace {

std::vector<double> angleMeans(const std::vector<AngleRun>& runs, AngleCase which, const std::string& way,
                               std::size_t value) {
  std::vector<double> values;
  for (const AngleRun& run : runs) {
    if (run.which == which && run.way == way && run.failure.empty() && !run.samples.empty()) {
      values.push_back(meanOf(run, value));
    }
  }
  return values;
}

}  // namespace

std::vector<ValidationRow> measureAngles(const ValidationSettings& settings) {
  const RunFolder folder("angles");
  const std::vector<AngleRun> runs = angleRuns({.seeds = settings.seeds,
                                                .firstSeed = settings.firstSeed,
                                                .jobs = settings.jobs,
                                                .quick = settings.isQuick,
                                                .folder = folder.path()});
  std::vector<ValidationRow> rows;
  for (const AngleCase which : kAngleCases) {
    ValidationRow row;
    row.part = "angles";
    row.system = nameOf(which);
    row.quantity = angleQuantities(which).front();
    const ValidationRow smooth = measuredRow(row, angleMeans(runs, which, kReferenceWay, 0));
    for (const char* way : {"5ms", "1ms", "0.2ms", "accurate", kReferenceWay, "liggghts"}) {
      row.way = way;
      row.source = way == std::string_view(kReferenceWay) || smooth.seeds == 0
                       ? ""
                       : fmt::format("smooth DEM, the same starts: {:.4g}", smooth.mean);
      if (const ValidationRow measured = measuredRow(row, angleMeans(runs, which, way, 0)); measured.seeds > 0) {
        rows.push_back(measured);
      }
    }
  }
  return rows;
}

}  // namespace scree
