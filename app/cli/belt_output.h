#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/analysis/drums/belt_landings.h"

namespace scree {

/// Landings on the widest belt of a run and the bed that they make: landings.csv, bed.csv and profile.csv in one
/// folder.
class BeltOutput {
 public:
  /// Creates the folder. The bed is that of the landings from `from` [s] on; the world must have a belt. Throws
  /// OutputError.
  BeltOutput(std::filesystem::path folder, double from, const World& world);
  void afterStep(const World& world, const StepData& data);
  /// Writes the tables, those of the bed only where something has landed and the belt has moved. Throws OutputError.
  void finish(const World& world);

  const std::vector<std::filesystem::path>& written() const { return written_; }
  /// Numbers of the bed in a line; empty without a bed.
  const std::string& summary() const { return summary_; }

 private:
  std::filesystem::path folder_;
  double from_;
  double wayBefore_ = 0.0;  ///< way of the belt before `from_` [m]
  LandingWatch watch_;
  std::vector<std::filesystem::path> written_;
  std::string summary_;
};

}  // namespace scree
