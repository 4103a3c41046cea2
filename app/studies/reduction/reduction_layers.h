#pragma once

#include <string>

#include "app/studies/reduction/reduction_groups.h"

// What moves at which depth under the surface of the drum.
namespace scree {

/// By depth: how fast grains are against the drum, which of them are the plug, and how many are members.
ReportTable layerTable(const ReductionStudy& study, const std::vector<Group>& groups);

/// At what depths a merged run has more of its plug than one in full, and how fast grains creep there in both; empty
/// where it is nowhere half a point more.
std::string plugReason(const ReductionStudy& study, const Group& merged, const Group& full);

}  // namespace scree
