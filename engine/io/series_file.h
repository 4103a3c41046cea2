#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace scree {

/// Error for a table over time that cannot be used. what() names the file, the line and a remedy.
struct SeriesError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Table over time, as `ndem run --csv` writes it.
struct SeriesFile {
  std::vector<std::string> names;            ///< names of the columns, time included
  std::vector<std::vector<double>> columns;  ///< columns of equal length, at least two rows
  std::size_t time = 0;                      ///< index of the column of time [s]; its values ascend

  /// Index of a column, or names.size() where there is none.
  std::size_t find(const std::string& name) const;
};

/// Reads a table (RFC 4180) whose column `time_s` ascends, or timeseries.csv in a folder. A last line without a line
/// end, as a run under way leaves it, is left out. Throws SeriesError.
SeriesFile readSeries(const std::filesystem::path& file);

}  // namespace scree
