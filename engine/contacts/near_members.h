#pragma once

#include <span>

#include "engine/aggregates/carriers.h"
#include "engine/contacts/contact_list.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// Fills ContactList::active with the slots of the free particles.
void listActive(const World& world, ContactList& list);

/// Appends the contacts of the free particles `slots`, which ascend, with members within reach in this step: by
/// particle, then by id of the member.
void findNearMembers(const World& world, std::span<const std::uint32_t> slots, ThreadPool* threads,
                     std::vector<Contact>& contacts);

/// Fills ContactList::memberContacts for all free particles of ContactList::active.
void findMemberContacts(const World& world, const StepContext& context, ContactList& list);

/// Motion of a member at a contact, from the motion of its aggregate.
SurfaceContact motionAt(const World& world, const CarrierMotion& motion, const Contact& contact);

}  // namespace scree
