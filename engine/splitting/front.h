#pragma once

#include <vector>

#include "engine/contacts/contact_list.h"
#include "engine/splitting/split_work.h"
#include "engine/world/reduction_limits.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// A member to be split off, and the number of layers that open with it; the member is the first layer.
struct LayeredRelease {
  Release release;
  int layers = 1;
};

/// Members that a free particle hits, or passes faster than a front (METHOD.md 10.6): in the order of their contacts,
/// some several times.
std::vector<LayeredRelease> frontReleases(const World& world, const ReductionLimits& limits, const StepContext& context,
                                          const ContactList& list);

}  // namespace scree
