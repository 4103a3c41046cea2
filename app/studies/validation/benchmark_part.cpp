#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "app/studies/benchmark/benchmark_runs.h"
#include "app/studies/run_folder.h"
#include "app/studies/validation/validation_parts.h"

// Cases of Dosta et al. (2024) by the solver, by smooth DEM and by LIGGGHTS where it is installed.
namespace scree {

namespace {

struct Quantity {
  const char* name;
  const char* unit;
  BenchmarkCase which;
  std::function<double(const BenchmarkRun&)> valueOf;
};

std::vector<Quantity> quantities() {
  const auto late = [](auto reading) { return [reading](const BenchmarkRun& run) { return lateMean(run, reading); }; };
  using Sample = const BenchmarkSample&;
  const auto count = [](std::size_t grains) { return static_cast<double>(grains); };
  return {{"M1 in zone 1", "", BenchmarkCase::drum, late([count](Sample s) { return count(s.zones.first[0]); })},
          {"M2 in zone 1", "", BenchmarkCase::drum, late([count](Sample s) { return count(s.zones.first[1]); })},
          {"M1 in zone 2", "", BenchmarkCase::drum, late([count](Sample s) { return count(s.zones.second[0]); })},
          {"M2 in zone 2", "", BenchmarkCase::drum, late([count](Sample s) { return count(s.zones.second[1]); })},
          {"height of the ball", "mm", BenchmarkCase::penetration, late([](Sample s) { return 1e3 * s.ballHeight; })}};
}

std::vector<double> valuesOf(const std::vector<BenchmarkRun>& runs, const Quantity& quantity, const std::string& way) {
  std::vector<double> values;
  for (const BenchmarkRun& run : runs) {
    if (run.which == quantity.which && run.way == way && run.failure.empty() && !run.samples.empty()) {
      values.push_back(quantity.valueOf(run));
    }
  }
  return values;
}

/// Names of the ways of a case, in their order.
std::vector<std::string> waysOf(const std::vector<BenchmarkRun>& runs, BenchmarkCase which) {
  std::vector<std::string> ways;
  for (const BenchmarkRun& run : runs) {
    if (run.which == which && std::ranges::find(ways, run.way) == ways.end()) {
      ways.push_back(run.way);
    }
  }
  return ways;
}

void addQuantity(const std::vector<BenchmarkRun>& runs, const Quantity& quantity, std::vector<ValidationRow>& rows) {
  ValidationRow row;
  row.part = "public-benchmark";
  row.system = quantity.which == BenchmarkCase::drum ? "drum" : "penetration";
  row.quantity = quantity.name;
  row.unit = quantity.unit;
  const ValidationRow liggghts = measuredRow(row, valuesOf(runs, quantity, "liggghts"));
  for (const std::string& way : waysOf(runs, quantity.which)) {
    row.way = way;
    const bool isHeld = way != "liggghts" && liggghts.seeds > 0;
    row.source = isHeld ? fmt::format("LIGGGHTS, the same starts: {:.4g}", liggghts.mean) : "";
    if (const ValidationRow measured = measuredRow(row, valuesOf(runs, quantity, way)); measured.seeds > 0) {
      rows.push_back(measured);
    }
  }
}

}  // namespace

std::vector<ValidationRow> measurePublicBenchmark(const ValidationSettings& settings) {
  const RunFolder folder("benchmark");
  const std::vector<BenchmarkRun> runs = benchmarkRuns({.seeds = settings.seeds,
                                                        .firstSeed = settings.firstSeed,
                                                        .jobs = settings.jobs,
                                                        .quick = settings.isQuick,
                                                        .folder = folder.path()});
  std::vector<ValidationRow> rows;
  for (const Quantity& quantity : quantities()) {
    addQuantity(runs, quantity, rows);
  }
  return rows;
}

}  // namespace scree
