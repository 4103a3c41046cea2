#pragma once

#include <string>
#include <vector>

#include "app/studies/html_page.h"
#include "app/studies/truth/truth_study.h"

namespace scree {

/// Tables of a part: means by way, differences from the reference, and the parts of the bias of fast and default.
ReportSection truthSection(const TruthResults& results);
/// All single values as CSV (RFC 4180) after lines of comment: the command that made them, and the ways.
std::string truthCsv(const std::vector<TruthResults>& all, const std::string& command);

}  // namespace scree
