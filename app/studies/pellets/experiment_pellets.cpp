#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <iterator>
#include <utility>

#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/console/signals.h"
#include "app/studies/experiment.h"
#include "app/studies/experiment_parts.h"
#include "app/studies/pellets/pellet_report.h"
#include "app/studies/pellets/pellet_runs.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

constexpr double kFinePileStep = 0.2e-3;  // s
constexpr double kPileStep = 5e-3;        // s
constexpr double kRide = 20.0;            // s, in which a pile without rolling resistance may melt

bool isChosenPart(const PelletsOptions& options, const std::string& part) {
  return options.only.empty() ? part != "fine-pile" || !options.quick
                              : std::ranges::find(options.only, part) != options.only.end();
}

/// One run, which leaves what it found.
struct PelletJob {
  std::string name;
  std::function<void(PelletResults&)> run;
};

void addGrainJobs(const PelletsOptions& options, std::vector<PelletJob>& jobs) {
  for (const std::string& part : pelletGrainParts()) {
    for (const PelletWay& way : pelletWaysOf(part)) {
      if (isChosenPart(options, part)) {
        jobs.push_back({part + ", " + way.name, [part, way, quick = options.quick](PelletResults& results) {
                          PelletVerification found = verifyPellets(part, way, quick);
                          results.values = std::move(found.values);
                          if (!found.drops.drops.empty()) {
                            results.drops.push_back(std::move(found.drops));
                          }
                        }});
      }
    }
  }
}

/// Piles of one seed.
std::vector<PelletPileCase> pilesOf(const PelletsOptions& options, int seed) {
  const PelletPileSize size = pelletPileSize(options.quick);
  PelletPileSize across = size;
  across.isAcross = true;
  std::vector<PelletPileCase> cases;
  if (isChosenPart(options, "pile")) {
    for (const PelletWay& way : {paperWay(kPileStep), fastWay(kPileStep)}) {
      for (const double rolling : {1.0, 0.1, 0.0}) {
        cases.push_back({way, rolling, seed, size});
        cases.back().size.rest = rolling == 0.0 && !options.quick ? kRide : 0.0;
      }
    }
    if (!options.quick) {
      cases.push_back({fastWay(kPileStep), 1.0, seed, across});
    }
  }
  if (isChosenPart(options, "fine-pile")) {
    cases.push_back({paperWay(kFinePileStep), 1.0, seed, size});
    cases.push_back({fastWay(kFinePileStep), 1.0, seed, size});
  }
  return cases;
}

void addPileJobs(const PelletsOptions& options, std::vector<PelletJob>& jobs) {
  for (int i = 0; i < options.seeds; ++i) {
    for (const PelletPileCase& one : pilesOf(options, options.firstSeed + i)) {
      jobs.push_back({fmt::format("pile, {}, {:.0f} % rolling resistance{}, seed {}", one.way.name, 100.0 * one.rolling,
                                  one.size.isAcross ? ", source across" : "", one.seed),
                      [one](PelletResults& results) { results.piles.push_back(pelletPileRun(one)); }});
    }
  }
}

void append(PelletResults& all, PelletResults&& more) {
  const auto move = [](auto& to, auto& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  };
  move(all.values, more.values);
  move(all.drops, more.drops);
  move(all.piles, more.piles);
  move(all.troubles, more.troubles);
}

void writeReport(const PelletsOptions& options, const PelletResults& results,
                 const std::vector<ReportSection>& sections) {
  writeFileAtomically(options.folder / "pellets.csv", pelletValuesCsv(results.values));
  writeFileAtomically(options.folder / "pellet_drops.csv", pelletDropsCsv(results.drops));
  writeFileAtomically(options.folder / "pellet_piles.csv", pelletPilesCsv(results.piles));
  writeFileAtomically(options.folder / "pellet_contacts.csv", pelletContactsCsv(results.piles));
  writeFileAtomically(options.folder / "pellets.html", htmlPage(kPelletsTitle, pelletsText(options), sections));
  for (const ReportSection& section : sections) {
    for (const auto& [name, plot] : section.plots) {
      writeFileAtomically(options.folder / name, svgText(plot));
    }
  }
}

}  // namespace

std::vector<std::string> pelletPartNames() {
  std::vector<std::string> names = pelletGrainParts();
  names.insert(names.end(), {"pile", "fine-pile"});
  return names;
}

PelletResults pelletResults(const PelletsOptions& options) {
  std::vector<PelletJob> jobs;
  addGrainJobs(options, jobs);
  addPileJobs(options, jobs);
  std::vector<PelletResults> found(jobs.size());
  runJobs(jobs.size(), options.jobs, [&](std::size_t i) {
    try {
      jobs[i].run(found[i]);
    } catch (const std::exception& error) {
      found[i].troubles.push_back(jobs[i].name + ": " + error.what());
    }
    return jobs[i].name;
  });
  PelletResults all;
  for (PelletResults& one : found) {
    append(all, std::move(one));
  }
  return all;
}

int pelletsExperiment(const PelletsOptions& options) {
  watchSignals();
  try {
    checkWritable(options.folder / "pellets.csv");
    const PelletResults results = pelletResults(options);
    for (const std::string& trouble : results.troubles) {
      print(stderr, "{}\n", trouble);
    }
    const std::vector<ReportSection> sections = pelletSections(results);
    writeReport(options, results, sections);
    print(stdout, "{}", markdownText(kPelletsTitle, pelletsText(options), sections));
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  }
  tellReport(options.folder / "pellets.html");
  return signalReceived() != 0 ? kSignalled + signalReceived() : kDone;
}

}  // namespace scree
