#pragma once

#include <vector>

#include "app/studies/reduction/reduction_groups.h"

namespace scree {

/// Table of the differences between runs and their twins: places, angles, energy, torque and departures.
ReportTable twinTable(const ReductionStudy& study, const std::vector<Group>& groups);

}  // namespace scree
