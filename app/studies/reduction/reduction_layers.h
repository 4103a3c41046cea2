#pragma once

#include <string>

#include "app/studies/reduction/reduction_groups.h"

// Motion of grains by depth under the surface of the drum.
namespace scree {

/// Table by depth: speed of grains against the drum, share in the plug, and share of members.
ReportTable layerTable(const ReductionStudy& study, const std::vector<Group>& groups);

/// Text on the depths at which a merged run has a larger share of the plug than a run in full, with the speeds of the
/// grains there in both. Empty if the share is nowhere larger by half a point.
std::string plugReason(const ReductionStudy& study, const Group& merged, const Group& full);

}  // namespace scree
