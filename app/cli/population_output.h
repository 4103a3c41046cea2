#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/granules/population_watch.h"
#include "engine/io/report.h"

namespace scree {

/// Population of granules of a run and the balance beside it: population.csv, population_rates.csv,
/// population_pairs.csv, population_kernels.csv and residence.csv in one folder.
class PopulationOutput {
 public:
  /// Creates the folder. Throws OutputError.
  PopulationOutput(std::filesystem::path folder, const World& world, PopulationChoice choice);
  void afterStep(const World& world, const StepData& data) { watch_.take(world, data); }
  /// Writes the tables. Throws OutputError.
  void finish();

  const std::vector<std::filesystem::path>& written() const { return written_; }
  /// Numbers of the last window in a line.
  std::string summary() const;
  /// Numbers for the report; empty where no window was full.
  std::optional<PopulationNumbers> numbers() const;

 private:
  std::filesystem::path folder_;
  PopulationWatch watch_;
  std::vector<std::filesystem::path> written_;
};

}  // namespace scree
