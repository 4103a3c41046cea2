#include <fmt/format.h>

#include <vector>

#include "app/studies/run_folder.h"
#include "app/studies/silo/silo_runs.h"
#include "app/studies/validation/validation_parts.h"

// Discharge of a silo, beside Beverloo's law.
namespace scree {

std::vector<ValidationRow> measureSilo(const ValidationSettings& settings) {
  const RunFolder folder("silo");
  const std::vector<SiloRun> runs = siloRuns({.seeds = settings.seeds,
                                              .firstSeed = settings.firstSeed,
                                              .jobs = settings.jobs,
                                              .quick = settings.isQuick,
                                              .folder = folder.path()});
  const SiloSize size = siloSizeOf(settings.isQuick);
  const double total = kBenchmarkMaterials[0].density * sphereVolume(size.grainRadius) * double(size.grains);
  std::vector<ValidationRow> rows;
  for (const double orifice : size.orifices) {
    for (const char* way : {"fast", "accurate", "merged", "smooth"}) {
      std::vector<double> values;
      for (const SiloRun& run : runs) {
        if (run.orifice == orifice && run.way == way && run.failure.empty()) {
          const double law = beverlooRate(run.bulkDensity, kBenchmarkGravity, 2.0 * orifice, 2.0 * run.grainRadius);
          values.push_back(rateOf(run.samples, total) / law);
        }
      }
      ValidationRow row;
      row.part = "silo";
      row.system = fmt::format("orifice of {:.0f} mm radius", 1e3 * orifice);
      row.way = way;
      row.quantity = "rate over Beverloo's";
      row.source = "0.58 ρ √g (D - 1.4 d)^2.5";
      if (const ValidationRow measured = measuredRow(row, values); measured.seeds > 0) {
        rows.push_back(measured);
      }
    }
  }
  return rows;
}

}  // namespace scree
