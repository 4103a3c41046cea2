#pragma once

#include <vector>

#include "app/studies/reduction/reduction_groups.h"

namespace scree {

/// Makes all tables of one system.
std::vector<ReportTable> reductionTables(const ReductionStudy& study, const std::vector<Group>& groups);

}  // namespace scree
