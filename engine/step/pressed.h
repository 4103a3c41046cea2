#pragma once

#include <vector>

#include "engine/step/release.h"

namespace scree {

/// Members on which the forces no longer balance: free particles press on them otherwise than when they merged, by more
/// than what they bore then. Slow changes of load come loose so, which no front announces; where
/// something flows the front looks after them. Each member is looked at once in a few steps.
std::vector<Release> pressedReleases(const World& world, const StepData& data);

}  // namespace scree
