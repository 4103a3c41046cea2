#pragma once

#include <filesystem>

#include "app/studies/benchmark/benchmark_run.h"

namespace scree {

/// Step of LIGGGHTS for the grains of a case [s].
double liggghtsStep(BenchmarkCase which, const BenchmarkSize& size, BenchmarkStiffness stiffness);

/// Writes the input of LIGGGHTS for a case into `folder` (in.liggghts, particles.data, and a mesh of the drum), runs
/// the program `liggghts` in there on one core, and reads its samples. The run has a failure if the program is not
/// installed or ends with an error.
BenchmarkRun liggghtsRun(BenchmarkCase which, const BenchmarkSize& size, const BenchmarkStart& start,
                         const BenchmarkWay& way, int seed, const std::filesystem::path& folder);

}  // namespace scree
