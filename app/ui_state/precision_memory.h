#pragma once

#include <vector>

#include "engine/analysis/solving/precision.h"

namespace scree {

/// Choices of the next measurement of precision, and the measure shown of the newest one.
struct PrecisionMemory {
  int measure = 0;                 ///< index in precisionMeasures()
  double time = 0.1;               ///< simulated time of each copy [s]
  std::vector<PrecisionCase> own;  ///< ways to solve that the user has added
};

}  // namespace scree
