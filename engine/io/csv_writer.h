#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "engine/io/output_file.h"
#include "engine/world/world.h"

namespace scree {

struct StepData;
class SolverErrorRecord;
class WouldMoveRecord;

/// Questions whose newest answers are columns of a table; null: not asked.
struct AskedColumns {
  const WouldMoveRecord* members = nullptr;   ///< members that would move
  const SolverErrorRecord* solver = nullptr;  ///< error of the solver
};

/// Tables of a run in one folder, comma-separated with a header line (RFC 4180), numbers in the shortest form that
/// reads back exactly, units in the column names.
/// timeseries.csv: one row a writeRow(): time, step, counts, energies, momentum, overlap, largest speed, sweeps,
/// residuals at the end of the step's solve, per body force, torque and power of the particles on it, per joint
/// coordinate, rate, force, torque and motor; where questions are asked, the newest answers: members that would move,
/// error of the solver. departures.csv: particles that left through the sinks, in order of sinks within a step.
class CsvSeries {
 public:
  /// Creates the folder and both files. With `keepUntil` [s] the rows up to it of a timeseries.csv with the same
  /// columns are kept (a resumed run). Departures are part of the state and are all written again. Each row has
  /// the newest answers of the records in `asked`. Throws OutputError.
  CsvSeries(const std::filesystem::path& folder, const World& world, std::optional<double> keepUntil = {},
            const AskedColumns& asked = {});
  /// Writes one row of timeseries.csv. Throws OutputError.
  void writeRow(const World& world, const StepData& data);
  /// Writes the departures since the last call. Throws OutputError.
  void writeDepartures(const World& world);
  /// Closes both files. Throws OutputError when a part of them was not written.
  void close();

 private:
  AskedColumns asked_;
  OutputFile series_;
  OutputFile departures_;
  std::vector<std::size_t> written_;  ///< departures written, by sink
};

}  // namespace scree
