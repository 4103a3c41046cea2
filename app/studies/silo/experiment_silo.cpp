#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/console/signals.h"
#include "app/studies/experiment.h"
#include "app/studies/experiment_parts.h"
#include "app/studies/silo/silo_case.h"
#include "app/studies/silo/silo_report.h"
#include "app/studies/silo/silo_runs.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

std::vector<SiloWay> waysOf(const SiloOptions& options) {
  using enum BenchmarkStiffness;
  std::vector<SiloWay> ways = {
      {"fast", "nonsmooth, 1 ms", hard, {{"solver.preset", "fast"}}},
      {"accurate", "nonsmooth, 0.5 ms", hard, {{"solver.preset", "accurate"}, {"time_step", "0.5 ms"}}},
      {"merged", "nonsmooth, 1 ms, with merging", hard, {{"solver.preset", "fast"}, {"reduction.merging", "on"}}},
      {"smooth", "Scree's smooth DEM, soft", soft, {{"solver.method", "smooth"}}},
  };
  std::erase_if(ways, [&](const SiloWay& way) {
    return !options.ways.empty() && std::ranges::find(options.ways, way.name) == options.ways.end();
  });
  return ways;
}

/// Discharges of one filling, orifice after orifice and way after way.
std::vector<SiloRun> runsOf(const SiloOptions& options, const std::vector<SiloWay>& ways, int seed) {
  const SiloSize size = siloSizeOf(options.quick);
  const std::filesystem::path folder = options.folder / fmt::format("seed_{}", seed);
  std::filesystem::create_directories(folder / "start");
  const std::optional<SiloStart> start = siloStart(size, seed, folder / "start");
  std::vector<SiloRun> runs;
  for (const double orifice : size.orifices) {
    for (const SiloWay& way : ways) {
      if (!start || signalReceived() != 0) {
        return runs;
      }
      const std::filesystem::path own = folder / fmt::format("{}_{:.0f}mm", way.name, 1e3 * orifice);
      std::filesystem::create_directories(own);
      runs.push_back(siloRun(size, *start, orifice, way, seed, own));
    }
  }
  return runs;
}

void writeReport(const SiloOptions& options, const std::vector<SiloRun>& runs,
                 const std::vector<ReportSection>& sections) {
  writeFileAtomically(options.folder / "silo.csv", siloCsv(runs));
  writeFileAtomically(options.folder / "silo.html",
                      htmlPage(kSiloTitle, siloText(siloSizeOf(options.quick), options.quick), sections));
  for (const ReportSection& section : sections) {
    for (const auto& [name, plot] : section.plots) {
      writeFileAtomically(options.folder / name, svgText(plot));
    }
  }
}

}  // namespace

std::vector<SiloRun> siloRuns(const SiloOptions& options) {
  const std::vector<SiloWay> ways = waysOf(options);
  const auto seeds = static_cast<std::size_t>(options.seeds);
  std::vector<std::vector<SiloRun>> bySeed(seeds);
  std::vector<std::exception_ptr> troubles(seeds);
  runJobs(seeds, options.jobs, [&](std::size_t i) {
    const int seed = options.firstSeed + static_cast<int>(i);
    try {
      bySeed[i] = runsOf(options, ways, seed);
    } catch (...) {
      troubles[i] = std::current_exception();
    }
    return fmt::format("seed {}", seed);
  });
  std::vector<SiloRun> runs;
  for (std::size_t i = 0; i < seeds; ++i) {
    if (troubles[i]) {
      std::rethrow_exception(troubles[i]);
    }
    runs.insert(runs.end(), bySeed[i].begin(), bySeed[i].end());
  }
  return runs;
}

int siloExperiment(const SiloOptions& options) {
  watchSignals();
  const std::vector<SiloWay> ways = waysOf(options);
  if (ways.empty()) {
    print(stderr, "--ways: nothing is named so: ways are fast, accurate, merged and smooth\n");
    return kUsage;
  }
  try {
    checkWritable(options.folder / "silo.csv");
    const std::vector<SiloRun> runs = siloRuns(options);
    const SiloSize size = siloSizeOf(options.quick);
    const std::vector<ReportSection> sections = siloSections(size, runs);
    writeReport(options, runs, sections);
    print(stdout, "{}", markdownText(kSiloTitle, siloText(size, options.quick), sections));
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  }
  tellReport(options.folder / "silo.html");
  return signalReceived() != 0 ? kSignalled + signalReceived() : kDone;
}

}  // namespace scree
