#pragma once

#include <vector>

#include "engine/contacts/contact_list.h"
#include "engine/splitting/split_work.h"
#include "engine/world/world.h"

namespace scree {

// Members of what turns that one contact with friction holds at most, as they lost the others: they would ride up where
// a free grain comes down. Merging asks for one or two more (contactsToRide): contacts come and go, and members that
// were split off at the first one lost would be free without need. Contacts are lost to free particles that go away, as
// neighbours do that were split off. So only members with a free particle near them that does not push them are looked
// at.

/// At the end of a step: makes loose riders due at once (Membership::auditDue, which is part of the state).
void markLooseRiders(World& world, const ContactList& list, SplitWork& split);

/// In the next step: lists them. By particle id.
std::vector<Release> looseRiderReleases(World& world);

}  // namespace scree
