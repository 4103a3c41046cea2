#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/studies/reduction/reduction_groups.h"

namespace scree {

/// Makes all plots of one system by file name. Each solver with merged runs has plots of these, of its run in full and
/// of the reference. The first seed is drawn.
std::vector<std::pair<std::string, Plot>> reductionPlots(const ReductionStudy& study, const std::vector<Group>& groups);

}  // namespace scree
