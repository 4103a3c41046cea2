#include "app/studies/truth/truth_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "app/studies/experiment_parts.h"
#include "app/studies/truth/truth_run.h"
#include "app/studies/truth/truth_statistics.h"

namespace scree {

namespace {

bool isNamed(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// Starts of all seeds; null where there is none.
std::vector<std::unique_ptr<World>> startsOf(const TruthSystem& system, const TruthSettings& settings) {
  std::vector<std::unique_ptr<World>> starts(static_cast<std::size_t>(settings.seeds));
  runJobs(starts.size(), settings.jobs, [&](std::size_t i) {
    const int seed = settings.firstSeed + static_cast<int>(i);
    if (std::optional<World> start = truthStart(system, seed)) {
      starts[i] = std::make_unique<World>(std::move(*start));
    }
    return fmt::format("{}, seed {}: start", system.name, seed);
  });
  return starts;
}

}  // namespace

std::vector<double> TruthResults::valuesOf(const TruthOutcome& outcome, std::string_view way,
                                           std::size_t measure) const {
  const auto found = std::ranges::find(part.ways, way);
  return found == part.ways.end() ? std::vector<double>{}
                                  : outcome.values[static_cast<std::size_t>(found - part.ways.begin())][measure];
}

std::vector<double> TruthResults::referenceOf(const TruthOutcome& outcome, std::size_t measure) const {
  std::vector<double> fine = valuesOf(outcome, part.reference, measure);
  if (part.coarser.empty()) {
    return fine;
  }
  const std::vector<double> coarse = valuesOf(outcome, part.coarser, measure);
  if (coarse.empty()) {
    return {};
  }
  for (std::size_t i = 0; i < fine.size(); ++i) {
    fine[i] =
        atZeroStep(fine[i], truthWayNamed(part.reference)->timeStep, coarse[i], truthWayNamed(part.coarser)->timeStep);
  }
  return fine;
}

TruthPart chosenPart(const TruthPart& part, const std::vector<std::string>& systems,
                     const std::vector<std::string>& ways) {
  TruthPart chosen = part;
  if (!systems.empty() && !isNamed(systems, part.name)) {
    std::erase_if(chosen.systems, [&](const TruthSystem& system) { return !isNamed(systems, system.name); });
  }
  if (!ways.empty()) {
    chosen.ways.clear();
    for (const TruthWay& way : truthWays()) {
      if (isNamed(ways, way.name)) {
        chosen.ways.push_back(way.name);
      }
    }
  }
  return chosen;
}

TruthOutcome runTruthSystem(const TruthPart& part, const TruthSystem& system, const TruthSettings& settings) {
  const auto seeds = static_cast<std::size_t>(settings.seeds);
  const std::vector<double> none(seeds, std::numeric_limits<double>::quiet_NaN());
  TruthOutcome outcome{.system = system};
  outcome.values.assign(part.ways.size(), std::vector(system.measures.size(), none));
  const std::vector<std::unique_ptr<World>> starts = startsOf(system, settings);
  runJobs(seeds * part.ways.size(), settings.jobs, [&](std::size_t job) {
    const std::size_t way = job % part.ways.size();
    const std::size_t place = job / part.ways.size();
    const int seed = settings.firstSeed + static_cast<int>(place);
    std::string text = fmt::format("{}, seed {}, {}", system.name, seed, part.ways[way]);
    if (starts[place]) {
      const std::vector<double> values = runTruth(system, *starts[place], *truthWayNamed(part.ways[way]), seed);
      for (std::size_t i = 0; i < values.size(); ++i) {
        outcome.values[way][i][place] = values[i];
        text += fmt::format(", {:.4g}", values[i]);
      }
    }
    return text;
  });
  return outcome;
}

}  // namespace scree
