#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "engine/io/output_file.h"

// Comma-separated tables that grow during a run (RFC 4180).
namespace scree {

/// Writes text as a field of a table: in quotes where it needs them.
std::string csvField(std::string_view text);

/// Opens a table with its header line, which ends in a line break. With `keepUntil` the rows of an earlier run under
/// the same header are kept while their first column, which ascends, is not beyond it. Throws OutputError.
OutputFile openTable(const std::filesystem::path& file, const std::string& header,
                     std::optional<double> keepUntil = {});

}  // namespace scree
