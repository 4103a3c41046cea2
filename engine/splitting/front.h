#pragma once

#include <vector>

#include "engine/contacts/contact_list.h"
#include "engine/splitting/split_work.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// A member to be split off, and how many layers behind it with it, it the first.
struct LayeredRelease {
  Release release;
  int layers = 1;
};

/// Members that free particles move against faster than a front does, or hit: in the order of their contacts, some
/// several times.
std::vector<LayeredRelease> frontReleases(const World& world, const StepContext& context, const ContactList& list);

}  // namespace scree
