#pragma once

#include <vector>

#include "app/studies/reduction/reduction_groups.h"

namespace scree {

/// How far runs in lockstep from one state are apart: places, angles, energy, torque, what left.
ReportTable twinTable(const ReductionStudy& study, const std::vector<Group>& groups);

}  // namespace scree
