#pragma once

#include <vector>

#include "engine/base/parallel.h"
#include "engine/contacts/contact_list.h"
#include "engine/splitting/split_work.h"
#include "engine/world/reduction_limits.h"
#include "engine/world/world.h"

namespace scree {

/// Members whose kept contacts cannot carry what they bear, or bear something else than when they merged (METHOD.md
/// 10.8). A member is looked at where something changed: free particles push it, a contact came or went, the
/// acceleration of its aggregate changed, or it was out of balance in the step before. Its kept contacts then take up
/// what is out of balance, by the rows of the solver for accelerations, and pass it on to the members next to it. Kept
/// forces change, members do not move.
std::vector<Release> overloadedReleases(World& world, const ReductionLimits& limits, const ContactList& list,
                                        ThreadPool* threads, LoadWork& work);

}  // namespace scree
