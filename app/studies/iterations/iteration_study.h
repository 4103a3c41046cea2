#pragma once

#include <vector>

#include "app/studies/iterations/iteration_runs.h"

namespace scree {

/// All cases of the study.
struct IterationStudy {
  bool isQuick = false;
  int seeds = 1;
  std::vector<IterationCase> cases = {};
};

/// Cases of all systems with so many seeds from the first on, `jobs` side by side, and prints each with its time. Cases
/// that a signal cut short are left out.
IterationStudy iterationStudy(const std::vector<IterationSystem>& systems, bool quick, int seeds, int firstSeed,
                              int jobs);

}  // namespace scree
