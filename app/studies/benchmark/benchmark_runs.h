#pragma once

#include <vector>

#include "app/studies/benchmark/benchmark_run.h"
#include "app/studies/experiment.h"

namespace scree {

/// Runs of all cases, ways and seeds, with their scenes and tables in the folder. Those that a signal prevented are
/// left out; none where a start could not be made. Throws std::runtime_error for published starts that cannot be read.
std::vector<BenchmarkRun> benchmarkRuns(const BenchmarkOptions& options);

}  // namespace scree
