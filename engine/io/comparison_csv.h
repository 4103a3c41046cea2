#pragma once

#include <string>

#include "engine/analysis/solving/method_comparison.h"

namespace scree {

/// Comparison of methods as a table (comma-separated with a header line): one row a method and sweep, with the
/// residuals of the four kinds of rows [m/s], root mean square and largest, and the wall time of the method's whole
/// solve [s]. Numbers read back exactly.
std::string comparisonCsv(const MethodComparison& comparison);

}  // namespace scree
