#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/studies/reduction/reduction_groups.h"

namespace scree {

/// All plots of one system by file name: for each solver of reduced runs these, its run in full and the reference. Of
/// several seeds the first is drawn.
std::vector<std::pair<std::string, Plot>> reductionPlots(const ReductionStudy& study, const std::vector<Group>& groups);

}  // namespace scree
