#pragma once

#include <vector>

#include "engine/contacts/contact_list.h"
#include "engine/splitting/split_work.h"
#include "engine/world/world.h"

namespace scree {

// Loose riders: members on a carrier that turns with one contact with friction at most. They would ride up where a free
// grain comes down. Merging asks for one or two contacts more (contactsToRide()): contacts come and go, and members
// that were split off at the first lost contact would be free without need. A contact is lost to a free particle that
// goes away, such as a neighbour that was split off. So only members with a free particle near them that does not push
// them are looked at.

/// Makes loose riders due at once (Membership::auditDue, part of the state). Call it at the end of a step.
void markLooseRiders(World& world, const ContactList& list, SplitWork& split);

/// Lists the members that markLooseRiders() found in the step before, by particle id.
std::vector<Release> looseRiderReleases(World& world);

}  // namespace scree
