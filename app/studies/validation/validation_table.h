#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/studies/validation/csv_records.h"
#include "app/studies/validation/validation_row.h"

namespace scree {

/// Rows as CSV (RFC 4180): a header line and a line a row. Numbers have six significant digits, unknown ones none.
std::string validationCsv(const std::vector<ValidationRow>& rows);
/// Rows of a text that validationCsv() wrote. Throws ValidationError for anything else.
std::vector<ValidationRow> validationFromCsv(std::string_view text, const std::string& file);

/// Rows of a table of the benchmark (`scree_bench run --csv`): the value of each case, and speed-up and reduction level
/// where it has them. Throws ValidationError for another table.
std::vector<ValidationRow> benchmarkRows(std::string_view text, const std::string& file);

/// Rows with the new ones in the places of old ones with the same key; the others are added behind their part's last.
std::vector<ValidationRow> replacedRows(std::vector<ValidationRow> rows, const std::vector<ValidationRow>& measured);

}  // namespace scree
