#pragma once

#include <string>
#include <vector>

#include "app/studies/experiment.h"
#include "app/studies/pellets/pellet_pile.h"
#include "app/studies/pellets/pellet_values.h"

namespace scree {

/// All that the study found.
struct PelletResults {
  std::vector<PelletValue> values;
  std::vector<PelletDrops> drops;
  std::vector<PelletPileRun> piles;
  std::vector<std::string> troubles;  ///< runs that ended in an error
};

/// Runs the parts that are chosen.
PelletResults pelletResults(const PelletsOptions& options);

}  // namespace scree
