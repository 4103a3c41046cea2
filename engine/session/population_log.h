#pragma once

#include <memory>
#include <optional>

#include "engine/analysis/granules/population_reading.h"
#include "engine/snapshot/run_samples.h"

namespace scree {

/// Follows the population of granules of a run with granulation, for its snapshots, over windows of a second of
/// simulated time. Counting begins with the run, with its granulation where that is switched on later, and anew where
/// the run jumps to another step. It changes nothing of the run.
class PopulationLog {
 public:
  /// Begins with a world; all counts before are forgotten.
  void begin(const World& world);
  /// The world is at another step of the run, by no step of its own.
  void jumped(const World& world) { begin(world); }
  /// Counts the step just taken; returns the numbers of the window that it fills.
  std::optional<GranuleSample> stepped(const World& world, const StepData& data);
  /// The population as it was at the end of the last window; null without granulation.
  const std::shared_ptr<const PopulationReading>& reading() const { return reading_; }

 private:
  void read();

  std::optional<PopulationWatch> watch_;
  double since_ = 0.0;  ///< s
  std::shared_ptr<const PopulationReading> reading_;
};

}  // namespace scree
