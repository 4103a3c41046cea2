#pragma once

#include <filesystem>
#include <optional>

#include "app/studies/benchmark/benchmark_case.h"

namespace scree {

/// Start of a case from the published file of positions in a folder (lines of radius, x, y and z [m]; other lines are
/// passed over). Throws std::runtime_error with the file's name if it is not there or has another number of grains.
BenchmarkStart publishedStart(BenchmarkCase which, const std::filesystem::path& folder);

/// Start of a case filled anew: grains on a lattice, large and small ones mixed at random, that have settled. Writes
/// the scene that settles and its tables into `folder`. Empty after a signal, or if the scene does not load.
std::optional<BenchmarkStart> filledStart(BenchmarkCase which, const BenchmarkSize& size, int seed,
                                          const std::filesystem::path& folder);

}  // namespace scree
