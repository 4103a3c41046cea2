#pragma once

#include <string>

#include "app/sweep/sweep_table.h"

namespace scree {

/// Report of a sweep as one HTML page: counts, failures, means over seeds with their standard errors, and a plot of
/// each collected number against each varied key.
std::string sweepReport(const SweepStudy& study, const CollectedTable& table);

}  // namespace scree
