#pragma once

#include <vector>

#include "engine/splitting/split_members.h"

namespace scree {

/// Members on which the forces no longer balance (METHOD.md 10.9): the push of free particles has changed since the
/// merge by more than a part of the forces of the merge. Finds slow changes of load, which no front announces.
std::vector<Release> pressedReleases(World& world, const ContactList& list, SplitWork& split);

}  // namespace scree
