#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/solve/reference/reference_work.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// The matched multipliers on the present contact planes: ReferenceWork::warm, zero for new contacts.
void takeMultipliers(const World& world, const StepContext& context, ContactList& list, ReferenceWork& reference);

/// The multipliers of the last substep as the start of the next one, on its contact planes: ReferenceWork::warm.
void carryMultipliers(const ContactList& list, ReferenceWork& reference);

}  // namespace scree
