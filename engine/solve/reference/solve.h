#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/solve/reference/reference_work.h"
#include "engine/world/step_context.h"
#include "engine/world/step_report.h"
#include "engine/world/world.h"

namespace scree {

/// Solves the continuous stage (METHOD.md 4.13) and gives the particles their new velocities; fills
/// ContactList::multipliers. False when interrupted.
bool solveContacts(World& world, const StepContext& context, ContactList& list, ReferenceWork& reference,
                   StepReport& report);

}  // namespace scree
