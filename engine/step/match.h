#pragma once

#include <cstddef>

#include "engine/step/contact_list.h"
#include "engine/step/problem.h"
#include "engine/step/reference_work.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// Finds each contact in the last step's history: ContactList::matches, kNoMatch for new contacts.
void matchContacts(const World& world, const StepContext& context, ContactList& list);

/// After keepHistory(): how many of ContactList::contacts existed in the last step.
std::size_t countMatched(const ContactList& list);

/// Factor by which the history's impulses are those of this step's substeps.
double historyScale(const World& world, const StepContext& context);

/// The matched multipliers on the present contact planes: ReferenceWork::warm, zero for new contacts.
void takeMultipliers(const World& world, const StepContext& context, ContactList& list, ReferenceWork& reference);

/// The multipliers of the last substep as the start of the next one, on its contact planes: ReferenceWork::warm.
void carryMultipliers(const ContactList& list, ReferenceWork& reference);

/// Keeps the multipliers of the step's last solve for the next step; what a rebound left says nothing of it. Drops the
/// contacts that are apart from ContactList::contacts and ContactList::multipliers.
void keepHistory(World& world, const StepContext& context, ContactList& list);

}  // namespace scree
