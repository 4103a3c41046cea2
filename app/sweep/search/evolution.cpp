#include "app/sweep/search/evolution.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <pagmo/algorithm.hpp>
#include <pagmo/algorithms/cmaes.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>

namespace scree {

namespace {

constexpr double kWorst = 1e300;  // objective of a place that has none

/// Generation that is complete and has no objectives yet: ends the evolution.
struct AskedGeneration {};

/// Objectives of the evolution so far, and the places of the generation that is asked for. The library evaluates one
/// place after the other, but draws all of a generation before the first.
struct EvolutionRecord {
  std::size_t population = 0;
  std::vector<double> known;
  std::size_t asked = 0;
  Generation generation;
};

struct EvolutionProblem {
  std::shared_ptr<EvolutionRecord> record;
  std::size_t keys = 1;

  pagmo::vector_double fitness(const pagmo::vector_double& place) const {
    const std::size_t call = record->asked++;
    if (call < record->known.size()) {
      return {record->known[call]};
    }
    record->generation.emplace_back(Eigen::Map<const Eigen::VectorXd>(place.data(), static_cast<Eigen::Index>(keys)));
    if (record->generation.size() == record->population) {
      throw AskedGeneration();
    }
    return {0.0};
  }
  std::pair<pagmo::vector_double, pagmo::vector_double> get_bounds() const {
    return {pagmo::vector_double(keys, 0.0), pagmo::vector_double(keys, 1.0)};
  }
};

/// Goes through the known generations. Returns the next one; empty where there is none.
Generation nextGeneration(const EvolutionOptions& options, const std::vector<double>& known) {
  constexpr double kFirstWidth = 0.3;  // standard deviation of the first generation, as a share of the ranges
  const auto keys = static_cast<std::size_t>(options.keys);
  const auto record = std::make_shared<EvolutionRecord>();
  record->population = static_cast<std::size_t>(options.population);
  record->known = known;
  pagmo::population population(pagmo::problem(EvolutionProblem{record, keys}));
  for (std::size_t i = 0; i < record->population; ++i) {
    population.push_back(pagmo::vector_double(keys, 0.5), pagmo::vector_double{0.0});
  }
  constexpr double kAutomatic = -1.0;
  constexpr double kNever = 0.0;  // tolerances: with chance in the objectives they would end it at random
  const pagmo::cmaes strategy(static_cast<unsigned>(options.generations), kAutomatic, kAutomatic, kAutomatic,
                              kAutomatic, kFirstWidth, kNever, kNever, false, true,
                              static_cast<unsigned>(options.seed));
  try {
    strategy.evolve(population);
  } catch (const AskedGeneration&) {
    return record->generation;
  }
  return {};
}

}  // namespace

std::vector<Generation> evolve(const EvolutionOptions& options, const ObjectivesOf& objectives) {
  std::vector<Generation> generations;
  std::vector<double> known;
  while (generations.size() < static_cast<std::size_t>(options.generations)) {
    Generation next = nextGeneration(options, known);
    if (next.empty()) {
      break;
    }
    generations.push_back(std::move(next));
    const std::optional<std::vector<double>> values = objectives(generations.back());
    if (!values) {
      break;
    }
    for (const double value : *values) {
      known.push_back(std::isfinite(value) ? std::min(value, kWorst) : kWorst);
    }
  }
  return generations;
}

}  // namespace scree
