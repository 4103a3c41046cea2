#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <memory>

#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/console/signals.h"
#include "app/studies/experiment.h"
#include "app/studies/experiment_parts.h"
#include "app/studies/triaxial/triaxial_report.h"
#include "app/studies/triaxial/triaxial_run.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

constexpr std::array<int, 6> kSweeps = {24, 48, 100, 200, 500, 1000};
constexpr std::array<int, 2> kQuickSweeps = {20, 40};
constexpr int kReferenceSweeps = 200;  // one of the numbers of sweeps above

/// Samples that each change one setting that may move the critical stress.
std::vector<TriaxialSample> allSamples(bool quick) {
  std::vector<TriaxialSample> samples = {{.againstSweeps = true}};
  if (quick) {
    samples.push_back({.name = "four times the speed", .speed = 4.0 * kTriaxialSpeed});
    return samples;
  }
  samples.push_back({.name = "walls as rough as grains", .againstSweeps = true, .roughWalls = true});
  samples.push_back({.name = "walls of 1 kg", .againstSweeps = true, .wallMass = 1.0});
  samples.push_back(
      {.name = "walls of 1 kg, as rough as grains", .againstSweeps = true, .roughWalls = true, .wallMass = 1.0});
  samples.push_back({.name = "a quarter of the speed", .speed = 0.25 * kTriaxialSpeed});
  samples.push_back({.name = "time step of 1 ms", .timeStep = 1e-3});
  samples.push_back({.name = "four times the pressure", .pressure = 4.0 * kTriaxialPressure});
  samples.push_back({.name = "1 kg, rough, a quarter of the speed",
                     .roughWalls = true,
                     .wallMass = 1.0,
                     .speed = 0.25 * kTriaxialSpeed});
  return samples;
}

/// True if a name has one of some parts in it, or if there are no parts.
bool isNamed(const std::string& name, const std::vector<std::string>& parts) {
  return parts.empty() ||
         std::ranges::any_of(parts, [&name](const std::string& part) { return name.find(part) != std::string::npos; });
}

std::vector<TriaxialSample> samplesOf(const TriaxialOptions& options) {
  std::vector<TriaxialSample> samples = allSamples(options.quick);
  std::erase_if(samples, [&](const TriaxialSample& sample) { return !isNamed(sample.name, options.only); });
  return samples;
}

/// A planned run: a sample sheared with a solver.
struct Job {
  std::size_t sample = 0;
  Solver solver;
  int seed = 1;
};

std::vector<Job> jobsOf(const TriaxialStudy& study, const std::vector<std::string>& ways) {
  std::vector<Job> jobs;
  const std::vector<int> all = study.quick ? std::vector<int>(kQuickSweeps.begin(), kQuickSweeps.end())
                                           : std::vector<int>(kSweeps.begin(), kSweeps.end());
  for (int seed = 1; seed <= study.seeds; ++seed) {
    for (std::size_t sample = 0; sample < study.samples.size(); ++sample) {
      if (!study.samples[sample].againstSweeps) {
        jobs.push_back({sample, study.reference, seed});
        continue;
      }
      for (const Setup& setup : {coldSetup(), historySetup(0.85), substepSetup()}) {
        for (const int sweeps : all) {
          if (Solver solver = solverOf(setup, sweeps); isNamed(solver.name, ways)) {
            jobs.push_back({sample, std::move(solver), seed});
          }
        }
      }
    }
  }
  return jobs;
}

void writeAll(const TriaxialStudy& study, const std::filesystem::path& folder) {
  const std::vector<ReportSection> sections = triaxialSections(study);
  writeFileAtomically(folder / "triaxial.csv", triaxialCsv(study));
  writeFileAtomically(folder / "triaxial_curves.csv", triaxialCurves(study));
  writeFileAtomically(folder / "triaxial.html", htmlPage(kTriaxialTitle, triaxialText(study), sections));
  for (const ReportSection& section : sections) {
    for (const auto& [name, plot] : section.plots) {
      writeFileAtomically(folder / name, svgText(plot));
    }
  }
}

/// Makes the consolidated worlds of all samples, seed after seed; null where consolidation failed. Samples with the
/// same start share a world.
std::vector<std::shared_ptr<const World>> consolidateAll(const std::vector<TriaxialSample>& samples,
                                                         const TriaxialOptions& options) {
  std::vector<std::shared_ptr<const World>> worlds(samples.size() * static_cast<std::size_t>(options.seeds));
  const auto seedOf = [&](std::size_t i) { return static_cast<int>(i / samples.size()) + 1; };
  const auto firstLike = [&](std::size_t i) {
    const TriaxialSample& sample = samples[i % samples.size()];
    const auto first = std::find_if(samples.begin(), samples.end(),
                                    [&](const TriaxialSample& other) { return sample.startsAs(other); });
    return i - i % samples.size() + static_cast<std::size_t>(first - samples.begin());
  };
  std::vector<std::size_t> own;
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    if (firstLike(i) == i) {
      own.push_back(i);
    }
  }
  runJobs(own.size(), options.jobs, [&](std::size_t job) {
    const std::size_t i = own[job];
    if (std::optional<World> world = consolidated(samples[i % samples.size()], seedOf(i))) {
      worlds[i] = std::make_shared<const World>(std::move(*world));
    }
    return fmt::format("seed {}, {}: consolidated", seedOf(i), samples[i % samples.size()].name);
  });
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    worlds[i] = worlds[firstLike(i)];
  }
  return worlds;
}

}  // namespace

int triaxialExperiment(const TriaxialOptions& options) {
  watchSignals();
  const std::vector<TriaxialSample> samples = samplesOf(options);
  if (samples.empty()) {
    std::string names;
    for (const TriaxialSample& sample : allSamples(options.quick)) {
      names += (names.empty() ? "" : "; ") + sample.name;
    }
    print(stderr, "--only: nothing is named '{}': give a part of one of: {}\n",
          fmt::format("{}", fmt::join(options.only, ",")), names);
    return kUsage;
  }
  TriaxialStudy study{
      .quick = options.quick,
      .seeds = options.seeds,
      .samples = samples,
      .reference = solverOf(historySetup(0.85), options.quick ? kQuickSweeps.back() : kReferenceSweeps)};
  const std::vector<Job> jobs = jobsOf(study, options.ways);
  if (jobs.empty()) {
    print(stderr, "--ways: no way to solve is named '{}': give a part of one of: {}; {}; {}\n",
          fmt::format("{}", fmt::join(options.ways, ",")), coldSetup().name, historySetup(0.85).name,
          substepSetup().name);
    return kUsage;
  }
  try {
    checkWritable(options.folder / "triaxial.csv");
    const auto starts = consolidateAll(samples, options);
    if (std::find(starts.begin(), starts.end(), nullptr) != starts.end()) {
      return signalReceived() != 0 ? kSignalled + signalReceived() : kBadScene;
    }
    std::vector<TriaxialRun> runs(jobs.size());
    runJobs(jobs.size(), options.jobs, [&](std::size_t i) {
      const Job& job = jobs[i];
      const TriaxialSample& sample = samples[job.sample];
      const World& start = *starts[static_cast<std::size_t>(job.seed - 1) * samples.size() + job.sample];
      runs[i] = sheared(start, sample, job.solver, job.seed);
      return fmt::format("seed {}, {}, {} with {} sweeps", job.seed, sample.name, job.solver.name,
                         job.solver.totalSweeps());
    });
    std::copy_if(runs.begin(), runs.end(), std::back_inserter(study.runs),
                 [](const TriaxialRun& run) { return !run.points.empty(); });
    writeAll(study, options.folder);
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  }
  print(stdout, "{}", markdownText(kTriaxialTitle, triaxialText(study), triaxialSections(study)));
  tellReport(options.folder / "triaxial.html");
  return signalReceived() != 0 ? kSignalled + signalReceived() : kDone;
}

}  // namespace scree
