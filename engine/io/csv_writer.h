#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "engine/io/output_file.h"
#include "engine/world/world.h"

namespace scree {

struct StepData;

/// Tables of a run in one folder, comma-separated with a header line (RFC 4180), numbers in the shortest form that
/// reads back exactly, units in the column names: timeseries.csv: time, step, counts, energies, momentum, overlap,
/// residuals at the end of the step's solve, sweeps, and
///   per body what the particles did to it, one row a write();
/// departures.csv: what left through the sinks, in order of sinks within a step.
class CsvSeries {
 public:
  /// Creates the folder and both files. With `keepUntil` [s] the rows up to it of a timeseries.csv with the same
  /// columns are kept (a resumed run). Departures are part of the state and are written from the first on. Throws
  /// OutputError.
  CsvSeries(const std::filesystem::path& folder, const World& world, std::optional<double> keepUntil = {});
  /// One row of timeseries.csv. Throws OutputError.
  void writeRow(const World& world, const StepData& data);
  /// What left since the last call. Throws OutputError.
  void writeDepartures(const World& world);
  /// Throws OutputError when anything written did not reach its file.
  void close();

 private:
  OutputFile series_;
  OutputFile departures_;
  std::vector<std::size_t> written_;  ///< departures, per sink
};

}  // namespace scree
