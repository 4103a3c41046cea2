#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/drums/belt_landings.h"
#include "engine/io/report.h"

namespace scree {

/// Memory of a BeltOutput, with which another goes on.
struct BeltMemory {
  double wayBefore = 0.0;  ///< way of the belt before landings count [m]
  LandingMemory watch;
};

/// Landings on the widest belt of a run and the bed that they make: landings.csv, bed.csv and profile.csv in one
/// folder.
class BeltOutput {
 public:
  /// Creates the folder. The bed is that of the landings from `from` [s] on; the world must have a belt. Throws
  /// OutputError.
  /// Goes on from `memory`, if there is one.
  BeltOutput(std::filesystem::path folder, double from, const World& world, std::optional<BeltMemory> memory = {});
  void afterStep(const World& world, const StepData& data);
  /// Writes the tables, those of the bed only where something has landed and the belt has moved. Throws OutputError.
  void finish(const World& world);

  const std::vector<std::filesystem::path>& written() const { return written_; }
  /// Numbers of the bed in a line; empty without a bed.
  const std::string& summary() const { return summary_; }
  const std::optional<BeltNumbers>& numbers() const { return numbers_; }
  BeltMemory memory() const { return {wayBefore_, watch_.memory()}; }

 private:
  std::filesystem::path folder_;
  double from_;
  double wayBefore_ = 0.0;  ///< way of the belt before `from_` [m]
  LandingWatch watch_;
  std::vector<std::filesystem::path> written_;
  std::string summary_;
  std::optional<BeltNumbers> numbers_;
};

}  // namespace scree
