#pragma once

#include <cstddef>

#include "engine/contacts/contact_list.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// Finds each contact in the last step's history: ContactList::matches, kNoMatch for new contacts.
void matchContacts(const World& world, const StepContext& context, ContactList& list);

/// Number of ContactList::contacts that existed in the last step. Valid after keepHistory().
std::size_t countMatched(const ContactList& list);

/// Factor that scales impulses of the history to the substeps of this step: ratio of the substep lengths.
double historyScale(const World& world, const StepContext& context);

/// Writes the multipliers of the step's last solve into the history, zero for contacts that bounced. Drops contacts
/// that are apart from ContactList::contacts and ContactList::multipliers (METHOD.md 4.15).
void keepHistory(World& world, const StepContext& context, ContactList& list);

}  // namespace scree
