#pragma once

#include <vector>

#include "engine/splitting/release.h"

namespace scree {

/// Members on which the forces no longer balance: free particles press on them otherwise than when they merged, by more
/// than a part of what they bore then. Slow changes of load come loose so, which no front announces.
std::vector<Release> pressedReleases(World& world, const ContactList& list, SplitWork& split);

}  // namespace scree
