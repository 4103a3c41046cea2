#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace scree {

/// Places of a generation, each component from 0 to 1.
using Generation = std::vector<Eigen::VectorXd>;

/// How an evolution goes.
struct EvolutionOptions {
  int keys = 1;
  int population = 10;  ///< at least 5
  int generations = 10;
  std::uint64_t seed = 1;
};

/// Objectives of a generation, in its order; empty where they are not known yet. Infinite for a place without one.
using ObjectivesOf = std::function<std::optional<std::vector<double>>(const Generation& generation)>;

/// Generations of an evolution strategy with adapted covariance (CMA-ES, Hansen 2006, by the library pagmo) from the
/// middle of the unit cube: all whose objectives are known, and the first that is not. The same objectives give the
/// same generations. Each begins with all of its places, so that they can be run side by side; the mean that moves is
/// that of half of them, so that chance in single objectives is averaged.
std::vector<Generation> evolve(const EvolutionOptions& options, const ObjectivesOf& objectives);

}  // namespace scree
