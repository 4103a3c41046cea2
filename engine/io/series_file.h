#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace scree {

/// A table over time that cannot be used. what() names the file, the line and a remedy.
struct SeriesError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A table over time, as `ndem run --csv` writes it.
struct SeriesFile {
  std::vector<std::string> names;            ///< of the columns, time among them
  std::vector<std::vector<double>> columns;  ///< as long as each other, two rows at least
  std::size_t time = 0;                      ///< which column is time [s]; its values ascend

  /// Index of a column, or names.size().
  std::size_t find(const std::string& name) const;
};

/// Reads a table (RFC 4180) whose column `time_s` ascends, or timeseries.csv in a folder. A last line without an end,
/// as a run that goes on leaves it, is left out. Throws SeriesError.
SeriesFile readSeries(const std::filesystem::path& file);

}  // namespace scree
