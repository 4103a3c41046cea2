#pragma once

#include <span>

#include "engine/aggregates/carriers.h"
#include "engine/contacts/contact_list.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// Lists the free particles.
void listActive(const World& world, ContactList& list);

/// Appends the contacts of free particles with members that something carries, those within reach in this step: by
/// particle, then by id of the member. `slots` are free and ascend.
void findNearMembers(const World& world, std::span<const std::uint32_t> slots, ThreadPool* threads,
                     std::vector<Contact>& contacts);

/// Fills ContactList::memberContacts: those of all free particles.
void findMemberContacts(const World& world, const StepContext& context, ContactList& list);

/// How a member moves at a contact while its aggregate moves so.
SurfaceContact motionAt(const World& world, const CarrierMotion& motion, const Contact& contact);

}  // namespace scree
