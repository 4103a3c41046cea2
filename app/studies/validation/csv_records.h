#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace scree {

/// Problem of a table, with file and line.
struct ValidationError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Line of a table: its number in the file and its fields by the names of the columns.
struct CsvRecord {
  int line = 0;
  std::map<std::string, std::string> fields;

  /// Field of a column; empty where the table has no such column.
  std::string text(const std::string& column) const;
};

/// Field in quotes where it needs them (RFC 4180).
std::string csvField(const std::string& text);

/// Records of a CSV text (RFC 4180) whose first line names the columns. Throws ValidationError with `file` and line for
/// a line with another number of fields and for a quote that is not closed.
std::vector<CsvRecord> csvRecords(std::string_view text, const std::string& file);

/// Number in a field; not a number for an empty one. Throws ValidationError with file and line for other text.
double csvNumber(const CsvRecord& record, const std::string& column, const std::string& file);

}  // namespace scree
