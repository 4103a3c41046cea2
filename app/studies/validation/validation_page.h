#pragma once

#include <string>
#include <vector>

#include "app/studies/validation/validation_row.h"

namespace scree {

/// VALIDATION.md from the rows: a summary, then a chapter a part with its tables and the commands, commits, dates and
/// machines of its rows. Published rows that no part measures are listed at the end.
std::string validationPage(const std::vector<ValidationRow>& rows);

}  // namespace scree
