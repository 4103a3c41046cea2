#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/console/signals.h"
#include "app/studies/angles/angle_report.h"
#include "app/studies/angles/angle_run.h"
#include "app/studies/angles/angle_runs.h"
#include "app/studies/experiment.h"
#include "app/studies/experiment_parts.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

std::vector<AngleWay> allWays() {
  const auto fast = [](const char* step) {
    return std::vector<SceneOverride>{{"solver.preset", "fast"}, {"time_step", step}};
  };
  return {
      {.name = "5ms", .what = "fast, 5 ms", .settings = fast("5 ms")},
      {.name = "1ms", .what = "fast, 1 ms", .settings = fast("1 ms")},
      {.name = "0.2ms", .what = "fast, 0.2 ms", .settings = fast("0.2 ms"), .isSlow = true},
      {.name = "accurate", .what = "accurate, 5 ms", .settings = {{"solver.preset", "accurate"}}},
      {.name = kReferenceWay, .what = "Scree's smooth DEM", .settings = {{"solver.method", "smooth"}}},
      {.name = "liggghts", .what = "LIGGGHTS", .isLiggghts = true},
  };
}

bool isChosen(const std::vector<std::string>& chosen, const std::string& name) {
  return chosen.empty() || std::ranges::find(chosen, name) != chosen.end();
}

struct AngleJob {
  AngleCase which = AngleCase::column;
  AngleWay way;
  int seed = 1;
};

std::vector<AngleJob> jobsOf(const AnglesOptions& options, const std::vector<AngleWay>& ways) {
  std::vector<AngleJob> jobs;
  for (const AngleCase which : kAngleCases) {
    for (int i = 0; i < options.seeds && isChosen(options.only, nameOf(which)); ++i) {
      for (const AngleWay& way : ways) {
        jobs.push_back({which, way, options.firstSeed + i});
      }
    }
  }
  return jobs;
}

std::vector<AngleWay> waysOf(const AnglesOptions& options) {
  std::vector<AngleWay> ways = allWays();
  std::erase_if(ways, [&](const AngleWay& way) {
    return !isChosen(options.ways, way.name) || (options.ways.empty() && options.quick && way.isSlow);
  });
  return ways;
}

AngleRun runOf(const AnglesOptions& options, const AngleJob& job) {
  const AngleSize size = angleSizeOf(job.which, options.quick);
  const std::filesystem::path start = options.folder / nameOf(job.which) / fmt::format("seed_{}", job.seed);
  const std::filesystem::path folder = start / job.way.name;
  AngleRun failed{.which = job.which, .way = job.way.name, .seed = job.seed};
  try {
    std::filesystem::create_directories(folder);
    // Made anew by each way: a start takes less than its runs, and is the same each time.
    const auto grains = angleStart(job.which, size, job.seed, folder);
    if (!grains || grains->empty()) {
      failed.failure = "its start could not be made";
      return failed;
    }
    const auto run = job.way.isLiggghts ? angleLiggghtsRun : angleRun;
    return run(job.which, size, *grains, job.way, job.seed, folder);
  } catch (const std::exception& error) {
    failed.failure = error.what();
  }
  return failed;
}

std::vector<AngleRun> runAll(const AnglesOptions& options, const std::vector<AngleJob>& jobs) {
  std::vector<AngleRun> runs(jobs.size());
  runJobs(jobs.size(), options.jobs, [&](std::size_t i) {
    runs[i] = runOf(options, jobs[i]);
    return fmt::format("{}, seed {}, {}{}", nameOf(jobs[i].which), jobs[i].seed, jobs[i].way.name,
                       runs[i].failure.empty() ? "" : ": " + runs[i].failure);
  });
  std::erase_if(runs, [](const AngleRun& run) { return run.way.empty(); });
  return runs;
}

void writeReport(const AnglesOptions& options, const std::vector<AngleRun>& runs,
                 const std::vector<ReportSection>& sections) {
  writeFileAtomically(options.folder / "angles.csv", anglesCsv(runs));
  writeFileAtomically(options.folder / "angles.html", htmlPage(kAnglesTitle, anglesText(options.quick), sections));
}

}  // namespace

std::vector<AngleRun> angleRuns(const AnglesOptions& options) {
  return runAll(options, jobsOf(options, waysOf(options)));
}

int anglesExperiment(const AnglesOptions& options) {
  watchSignals();
  const std::vector<AngleWay> ways = waysOf(options);
  const std::vector<AngleJob> jobs = jobsOf(options, ways);
  if (jobs.empty()) {
    print(stderr,
          "--only, --ways: nothing is named so: cases are column, pile, collapse and drum, ways 5ms, 1ms, 0.2ms, "
          "accurate, smooth and liggghts\n");
    return kUsage;
  }
  try {
    checkWritable(options.folder / "angles.csv");
    const std::vector<AngleRun> runs = runAll(options, jobs);
    const std::vector<ReportSection> sections = angleSections(runs, ways);
    writeReport(options, runs, sections);
    print(stdout, "{}", markdownText(kAnglesTitle, anglesText(options.quick), sections));
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  }
  tellReport(options.folder / "angles.html");
  return signalReceived() != 0 ? kSignalled + signalReceived() : kDone;
}

}  // namespace scree
