#pragma once

#include <vector>

#include "app/studies/reduction/reduction_asked.h"

namespace scree {

/// Merged runs held against those in full, and these against better ones: "Merged against full".
ReportTable differenceTable(const std::vector<Comparison>& comparisons);

}  // namespace scree
