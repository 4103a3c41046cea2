#pragma once

#include <vector>

#include "engine/step/release.h"

namespace scree {

/// Members that something meets which is no free particle: a body that moves against them, a member of an aggregate
/// that does. Contacts between these are nobody's to solve, so the members must be free before they push. What forces
/// move is met at any speed: its contacts decide how it moves. In order of what they meet; a member may be listed more
/// than once.
std::vector<Release> meetingReleases(const World& world);

}  // namespace scree
