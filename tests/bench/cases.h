#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tests/bench/record.h"
#include "tests/bench/states.h"

namespace scree::bench {

/// Which runs a case belongs to: every quick case is part of the full run, tiny ones are for tests only.
enum class Tier : unsigned char { tiny, quick, full };

/// What came of a case: a record, or why there is none.
struct Outcome {
  Record record;
  std::string failure;  ///< empty when measured
};

/// One thing that can be measured, again and on its own.
struct Case {
  std::string name;  ///< kind/state/engine or settings/...
  Tier tier = Tier::full;
  std::function<Outcome(States&)> run;
};

/// Kernels by Google Benchmark: detection and sweeps.
std::vector<Case> kernelCases();
/// Whole steps of Scree.
std::vector<Case> stepCases();
/// Whole steps with merging against whole steps without, from the same start.
std::vector<Case> reducedCases();
/// How far runs go astray in half a second, against many substeps of many sweeps from the same start.
std::vector<Case> errorCases();
/// Scree and other engines on the same start. `missing` gets a line for each engine that is not installed.
std::vector<Case> peerCases(std::vector<std::string>& missing);
/// Each of these engines, as far as it is installed, with a range of settings: what a smaller error costs.
std::vector<Case> precisionCases();

/// Hash of positions, sizes and velocities: cases are comparable when it is the same.
std::string startHash(const World& world);

}  // namespace scree::bench
