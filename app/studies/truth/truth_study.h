#pragma once

#include <string>
#include <vector>

#include "app/studies/truth/truth_system.h"

namespace scree {

/// Results of a system: values by way, measure and seed, not a number where a run is missing.
struct TruthOutcome {
  TruthSystem system;
  std::vector<std::vector<std::vector<double>>> values;
};

/// A part with the ways and systems that were asked for, and its results.
struct TruthResults {
  TruthPart part;
  int firstSeed = 1;
  std::vector<TruthOutcome> outcomes = {};

  /// Values of a measure by seed in this way; empty if the part was not run in it.
  std::vector<double> valuesOf(const TruthOutcome& outcome, std::string_view way, std::size_t measure) const;
  /// Values of the reference by seed, extrapolated if the part says so; empty if a way is missing.
  std::vector<double> referenceOf(const TruthOutcome& outcome, std::size_t measure) const;
};

/// Part with those systems and ways that are named. A system may be named by its own name or by that of its part;
/// without names there are all. Ways without names are those of the part.
TruthPart chosenPart(const TruthPart& part, const std::vector<std::string>& systems,
                     const std::vector<std::string>& ways);

struct TruthSettings {
  int seeds = 5;
  int firstSeed = 1;
  int jobs = 1;  ///< runs side by side; results do not depend on it
};
/// Runs a system in all ways of its part. Runs that a signal prevented have no values.
TruthOutcome runTruthSystem(const TruthPart& part, const TruthSystem& system, const TruthSettings& settings);

}  // namespace scree
