#pragma once

#include <cstddef>

#include "engine/contacts/contact_list.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// Finds each contact in the last step's history: ContactList::matches, kNoMatch for new contacts.
void matchContacts(const World& world, const StepContext& context, ContactList& list);

/// After keepHistory(): how many of ContactList::contacts existed in the last step.
std::size_t countMatched(const ContactList& list);

/// Factor by which the history's impulses are those of this step's substeps.
double historyScale(const World& world, const StepContext& context);

/// Keeps the multipliers of the step's last solve for the next step; what a rebound left says nothing of it. Drops the
/// contacts that are apart from ContactList::contacts and ContactList::multipliers.
void keepHistory(World& world, const StepContext& context, ContactList& list);

}  // namespace scree
