#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/console/signals.h"
#include "app/studies/benchmark/benchmark_liggghts.h"
#include "app/studies/benchmark/benchmark_report.h"
#include "app/studies/benchmark/benchmark_run.h"
#include "app/studies/benchmark/benchmark_runs.h"
#include "app/studies/benchmark/benchmark_start.h"
#include "app/studies/experiment.h"
#include "app/studies/experiment_parts.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

constexpr const char* nameOf(BenchmarkCase which) { return which == BenchmarkCase::drum ? "drum" : "penetration"; }

std::vector<BenchmarkWay> waysOf(BenchmarkCase which) {
  using enum BenchmarkStiffness;
  if (which == BenchmarkCase::drum) {
    return {
        {"fast", "nonsmooth, 1 ms", hard, {{"solver.preset", "fast"}}},
        {"accurate", "nonsmooth, 0.5 ms", hard, {{"solver.preset", "accurate"}, {"time_step", "0.5 ms"}}},
        {"soft", "nonsmooth, 1 ms, soft", soft, {{"solver.preset", "fast"}}},
        {"merged", "nonsmooth, 1 ms, with merging", hard, {{"solver.preset", "fast"}, {"reduction.merging", "on"}}},
        {"smooth", "Scree's smooth DEM, soft", soft, {{"solver.method", "smooth"}}},
        {"liggghts", "LIGGGHTS, soft, a fifth of the Rayleigh time", soft, {}, true},
    };
  }
  return {
      {"fast", "nonsmooth, 0.1 ms", hard, {{"solver.preset", "fast"}, {"time_step", "0.1 ms"}}},
      {"accurate", "nonsmooth, 0.02 ms", hard, {{"solver.preset", "accurate"}, {"time_step", "0.02 ms"}}},
      {"smooth", "Scree's smooth DEM", hard, {{"solver.method", "smooth"}, {"time_step", "0.1 ms"}}},
      {"liggghts", "LIGGGHTS, a fifth of the Rayleigh time", hard, {}, true},
  };
}

struct Job {
  BenchmarkCase which = BenchmarkCase::drum;
  BenchmarkWay way;
  int seed = 1;
};

bool isWanted(const std::vector<std::string>& chosen, const std::string& name) {
  return chosen.empty() || std::ranges::find(chosen, name) != chosen.end();
}

std::vector<BenchmarkCase> casesOf(const BenchmarkOptions& options) {
  std::vector<BenchmarkCase> cases;
  for (const BenchmarkCase which : {BenchmarkCase::drum, BenchmarkCase::penetration}) {
    if (isWanted(options.only, nameOf(which))) {
      cases.push_back(which);
    }
  }
  return cases;
}

std::vector<Job> jobsOf(const BenchmarkOptions& options) {
  std::vector<Job> jobs;
  for (const BenchmarkCase which : casesOf(options)) {
    for (int seed = options.firstSeed; seed < options.firstSeed + options.seeds; ++seed) {
      for (const BenchmarkWay& way : waysOf(which)) {
        if (isWanted(options.ways, way.name)) {
          jobs.push_back({which, way, seed});
        }
      }
    }
  }
  return jobs;
}

std::filesystem::path folderOf(const BenchmarkOptions& options, BenchmarkCase which, int seed,
                               const std::string& name) {
  return options.folder / nameOf(which) / fmt::format("seed_{}", seed) / name;
}

/// Start of a case and seed; seed 1 is the published one where its folder is given.
std::optional<BenchmarkStart> startOf(const BenchmarkOptions& options, BenchmarkCase which, int seed) {
  if (!options.data.empty() && seed == 1) {
    return publishedStart(which, options.data);
  }
  const std::filesystem::path folder = folderOf(options, which, seed, "start");
  std::filesystem::create_directories(folder);
  return filledStart(which, sizeOf(which, options.quick), seed, folder);
}

void writeAll(const BenchmarkOptions& options, const std::vector<BenchmarkRun>& runs) {
  const std::vector<ReportSection> sections = benchmarkSections(runs);
  writeFileAtomically(options.folder / "benchmark.csv", benchmarkCsv(runs));
  writeFileAtomically(options.folder / "benchmark.html",
                      htmlPage(kBenchmarkTitle, benchmarkText(!options.data.empty(), options.quick), sections));
  for (const ReportSection& section : sections) {
    for (const auto& [name, plot] : section.plots) {
      writeFileAtomically(options.folder / name, svgText(plot));
    }
  }
}

/// Starts of all cases and seeds, in that order. Empty after a signal or if one could not be made.
std::vector<BenchmarkStart> startsOf(const BenchmarkOptions& options) {
  std::vector<BenchmarkStart> starts;
  for (const BenchmarkCase which : casesOf(options)) {
    for (int seed = options.firstSeed; seed < options.firstSeed + options.seeds; ++seed) {
      print(stderr, "{}, seed {}: start\n", nameOf(which), seed);
      std::optional<BenchmarkStart> start = startOf(options, which, seed);
      if (!start) {
        return {};
      }
      starts.push_back(std::move(*start));
    }
  }
  return starts;
}

std::vector<BenchmarkRun> runAll(const BenchmarkOptions& options, const std::vector<Job>& jobs,
                                 const std::vector<BenchmarkStart>& starts) {
  const std::vector<BenchmarkCase> cases = casesOf(options);
  std::vector<BenchmarkRun> runs(jobs.size());
  runJobs(jobs.size(), options.jobs, [&](std::size_t i) {
    const Job& job = jobs[i];
    const auto place = static_cast<std::size_t>(std::ranges::find(cases, job.which) - cases.begin());
    const BenchmarkStart& start = starts[place * static_cast<std::size_t>(options.seeds) +
                                         static_cast<std::size_t>(job.seed - options.firstSeed)];
    const std::filesystem::path folder = folderOf(options, job.which, job.seed, job.way.name);
    const BenchmarkSize size = sizeOf(job.which, options.quick);
    try {
      std::filesystem::create_directories(folder);
      const auto run = job.way.isLiggghts ? liggghtsRun : benchmarkRun;
      runs[i] = run(job.which, size, start, job.way, job.seed, folder);
    } catch (const std::exception& error) {
      runs[i] = {.which = job.which, .way = job.way.name, .what = job.way.what, .failure = error.what()};
    }
    return fmt::format("{}, seed {}, {}", nameOf(job.which), job.seed, job.way.name);
  });
  std::erase_if(runs, [](const BenchmarkRun& run) { return run.way.empty(); });
  return runs;
}

}  // namespace

std::vector<BenchmarkRun> benchmarkRuns(const BenchmarkOptions& options) {
  const std::vector<BenchmarkStart> starts = startsOf(options);
  return starts.empty() ? std::vector<BenchmarkRun>() : runAll(options, jobsOf(options), starts);
}

int benchmarkExperiment(const BenchmarkOptions& options) {
  watchSignals();
  if (jobsOf(options).empty()) {
    print(stderr,
          "--only, --ways: nothing is named so: cases are drum and penetration, ways fast, accurate, soft, "
          "merged, smooth and liggghts\n");
    return kUsage;
  }
  if (!options.data.empty() && options.quick) {
    print(stderr, "--data: the published starts have all grains; leave out --quick\n");
    return kUsage;
  }
  std::vector<BenchmarkRun> runs;
  try {
    checkWritable(options.folder / "benchmark.csv");
    runs = benchmarkRuns(options);
    if (runs.empty()) {
      return signalReceived() != 0 ? kSignalled + signalReceived() : kBadScene;
    }
    writeAll(options, runs);
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  } catch (const std::runtime_error& error) {
    print(stderr, "{}\n", error.what());
    return kBadScene;
  }
  print(stdout, "{}",
        markdownText(kBenchmarkTitle, benchmarkText(!options.data.empty(), options.quick), benchmarkSections(runs)));
  tellReport(options.folder / "benchmark.html");
  return signalReceived() != 0 ? kSignalled + signalReceived() : kDone;
}

}  // namespace scree
