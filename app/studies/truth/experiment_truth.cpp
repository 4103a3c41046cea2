#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/console/signals.h"
#include "app/studies/experiment.h"
#include "app/studies/experiment_parts.h"
#include "app/studies/truth/truth_report.h"
#include "app/studies/truth/truth_study.h"
#include "app/studies/truth/truth_way.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

constexpr const char* kTruthTitle = "The truth";
constexpr const char* kTruthText =
    "Each system is filled once a seed with the preset default, unless its text says otherwise; all ways go on from "
    "that "
    "state, without merging. Values are means over the seeds ± standard error, differences are paired by seed.";

std::string commandOf(const TruthOptions& options) {
  std::string text = "ndem study truth";
  text += options.only.empty() ? "" : fmt::format(" --only {}", fmt::join(options.only, ","));
  text += options.ways.empty() ? "" : fmt::format(" --ways {}", fmt::join(options.ways, ","));
  text += fmt::format(" --seeds {}", options.seeds);
  text += options.firstSeed == 1 ? "" : fmt::format(" --from-seed {}", options.firstSeed);
  return text + (signalReceived() == 0 ? "" : " (interrupted: incomplete)");
}

void writeTruth(const std::vector<TruthResults>& all, const TruthOptions& options) {
  if (!options.out.empty()) {
    writeFileAtomically(options.out, truthCsv(all, commandOf(options)));
  }
}

/// Runs all systems that are asked for, and writes the table after each.
std::vector<TruthResults> runParts(const TruthOptions& options) {
  std::vector<TruthResults> all;
  const TruthSettings settings{.seeds = options.seeds, .firstSeed = options.firstSeed, .jobs = options.jobs};
  for (const TruthPart& part : truthParts()) {
    TruthPart chosen = chosenPart(part, options.only, options.ways);
    if (chosen.systems.empty()) {
      continue;
    }
    all.push_back({.part = std::move(chosen), .firstSeed = options.firstSeed});
    for (const TruthSystem& system : all.back().part.systems) {
      if (signalReceived() == 0) {
        all.back().outcomes.push_back(runTruthSystem(all.back().part, system, settings));
        writeTruth(all, options);
      }
    }
  }
  return all;
}

}  // namespace

std::vector<std::string> truthSystemNames() {
  std::vector<std::string> names;
  for (const TruthPart& part : truthParts()) {
    names.push_back(part.name);
    for (const TruthSystem& system : part.systems) {
      names.push_back(system.name);
    }
  }
  return names;
}

std::vector<std::string> truthWayNames() {
  std::vector<std::string> names;
  std::ranges::transform(truthWays(), std::back_inserter(names),
                         [](const TruthWay& way) { return std::string(way.name); });
  return names;
}

int truthExperiment(const TruthOptions& options) {
  watchSignals();
  try {
    if (!options.out.empty()) {
      checkWritable(options.out);
    }
    std::vector<ReportSection> sections;
    std::ranges::transform(runParts(options), std::back_inserter(sections), truthSection);
    print(stdout, "{}", markdownText(kTruthTitle, kTruthText, sections));
    if (!options.out.empty()) {
      tellReport(options.out);
    }
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  }
  if (signalReceived() != 0) {
    print(stderr, "interrupted: the tables are incomplete\n");
    return kSignalled + signalReceived();
  }
  return kDone;
}

}  // namespace scree
