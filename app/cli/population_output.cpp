#include "app/cli/population_output.h"

#include "engine/analysis/granules/population_tables.h"
#include "engine/io/output_file.h"

namespace scree {

PopulationOutput::PopulationOutput(std::filesystem::path folder, const World& world, PopulationChoice choice)
    : folder_(std::move(folder)), watch_(world, std::move(choice)) {
  OutputFile(folder_ / "population.csv").close();
}

void PopulationOutput::finish() {
  const auto write = [&](const char* name, const std::string& text) {
    writeFileAtomically(folder_ / name, text);
    written_.push_back(folder_ / name);
  };
  write("population.csv", populationTable(watch_));
  write("population_rates.csv", populationRatesTable(watch_));
  write("population_pairs.csv", populationPairsTable(watch_));
  write("population_kernels.csv", populationKernelsTable(watch_));
  write("residence.csv", residenceTable(residenceTimesOf(watch_.ages())));
}

std::string PopulationOutput::summary() const { return populationSummary(watch_); }

std::optional<PopulationNumbers> PopulationOutput::numbers() const {
  if (watch_.windows().empty()) {
    return std::nullopt;
  }
  const PopulationWindow& last = *watch_.windows().back();
  const PopulationCounts all = watch_.counts();
  const ResidenceTimes times = residenceTimesOf(watch_.ages());
  PopulationNumbers numbers{.windows = watch_.windows().size(),
                            .run = {last.run.number, last.run.mass, last.run.d10, last.run.d50, last.run.d90},
                            .growth = all.allGrainSeconds > 0.0 ? all.allGrowth / all.allGrainSeconds : 0.0,
                            .collisions = all.allCollisions / all.time,
                            .joins = all.allJoins / all.time,
                            .breaks = all.allBroke / all.time,
                            .departures = watch_.ages().size(),
                            .residence = times.mean,
                            .residenceDeviation = times.deviation,
                            .problem = watch_.problem()};
  if (last.balance) {
    const PopulationSizes& balance = *last.balance;
    numbers.balance = {balance.number, balance.mass, balance.d10, balance.d50, balance.d90};
    numbers.difference = last.difference;
    for (const auto& window : watch_.windows()) {
      numbers.largestDifference = std::max(numbers.largestDifference, window->difference);
    }
  }
  return numbers;
}

}  // namespace scree
