#pragma once

#include <optional>
#include <vector>

#include "app/studies/reduction/reduction_asked.h"

namespace scree {

/// Table of the time of each run beside its error against the best reference that was run, and of the time that a run
/// in full with the same error needs. Empty optional without a reference.
std::optional<ReportTable> errorTable(const std::vector<Group>& groups, const std::vector<Comparison>& comparisons);

}  // namespace scree
