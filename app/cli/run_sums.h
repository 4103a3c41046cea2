#pragma once

#include <filesystem>
#include <optional>

#include "app/cli/belt_output.h"
#include "engine/io/report.h"

namespace scree {

/// Sums over a run so far, which its checkpoint does not hold: with both, an interrupted run reports the same numbers
/// as one that never stopped.
struct RunSums {
  double startTime = 0.0;  ///< simulated time at the start [s]
  std::uint64_t startStep = 0;
  double wallTime = 0.0;  ///< s
  RunStatistics statistics;
  std::optional<AngleRecord> angle;
  std::optional<FlowRecord> flow;
  std::optional<MixingRecord::Memory> mixing;
  std::optional<BeltMemory> belt;
};

/// Writes the sums of the world at `step` to a file whose name is `stem` with the step: a checkpoint that is written
/// after it is always beside its sums, also after a crash. Throws OutputError.
void writeSums(const RunSums& sums, const std::filesystem::path& stem, std::uint64_t step);
/// Reads the sums of the world at `step`. Empty where there are none, or none of this program.
std::optional<RunSums> readSums(const std::filesystem::path& stem, std::uint64_t step);
/// Removes the sums of all steps but `step`; without it, of all.
void removeSums(const std::filesystem::path& stem, std::optional<std::uint64_t> step = {});

}  // namespace scree
