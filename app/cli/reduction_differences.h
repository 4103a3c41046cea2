#pragma once

#include <vector>

#include "app/cli/reduction_groups.h"

namespace scree {

/// What merged runs differ by from runs in full of the same seeds, beside the difference that is asked for.
ReportTable differenceTable(const ReductionStudy& study, const std::vector<Group>& groups);
/// Where in a drum's bed merged runs differ: by depth under the surface.
ReportTable layerTable(const ReductionStudy& study, const std::vector<Group>& groups);

}  // namespace scree
