#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/sweep/sweep_folder.h"
#include "app/sweep/sweep_points.h"

namespace scree {

/// Run of a point in a table.
struct CollectedRun {
  StudyPoint point;
  std::string state;            ///< done, troubles, failed or undone
  std::string reason;           ///< of a failure
  std::vector<double> numbers;  ///< as the study collects them; NaN where there is none

  bool counts() const { return state == "done" || state == "troubles"; }
};

/// Mean over seeds of a number.
struct SeedMean {
  std::size_t count = 0;  ///< runs that have the number
  double mean = 0.0;      ///< NaN without runs
  double error = 0.0;     ///< standard error of the mean; NaN below two runs
};
SeedMean meanOf(const std::vector<double>& numbers);
/// "0.312 ± 0.014"; one run alone says so where there are more seeds, and no number is bare then.
std::string meanText(const SeedMean& mean, std::size_t seeds);

/// Another value of a comparison less the first, with the other keys and the seed equal.
struct PairedDifference {
  std::size_t row = 0;          ///< setting with the first value
  std::size_t other = 0;        ///< with the other
  std::vector<SeedMean> means;  ///< of the differences over seeds, by collected number
};

/// Says whether a difference is within a bound: it is beyond it where the difference is, and surely so where that is
/// more than two standard errors beyond. Empty without runs.
std::string boundText(const SeedMean& difference, double bound);
bool isSurelyBeyond(const SeedMean& difference, double bound);

/// All that a study collects. It holds no times and no order of runs: the same study gives the same table.
struct CollectedTable {
  std::vector<CollectedRun> runs;             ///< in the order of the points
  std::vector<std::size_t> rows;              ///< settings, each once
  std::vector<std::vector<SeedMean>> means;   ///< by place in `rows`, then by collected number
  std::vector<PairedDifference> differences;  ///< of a comparison
};
CollectedTable collectedTable(const SweepStudy& study, const std::vector<StudyPoint>& points,
                              const SweepFolder& folder);

/// A row for each run (CSV, RFC 4180): point, varied keys, seed, state, collected numbers, reason of a failure.
std::string runsCsv(const SweepStudy& study, const CollectedTable& table);
/// A row for each setting: varied keys, and for each number mean, standard error and number of runs.
std::string meansCsv(const SweepStudy& study, const CollectedTable& table);
/// A row for each setting and value of a comparison but the first: varied keys, and for each number the mean of the
/// paired differences, its standard error and the number of pairs.
std::string differencesCsv(const SweepStudy& study, const CollectedTable& table);
/// Runs and means as HDF5: groups "runs" and "means" with a column an array; numbers as doubles, texts elsewhere.
/// Throws Hdf5Error.
std::vector<std::byte> tableHdf5(const SweepStudy& study, const CollectedTable& table);

}  // namespace scree
