#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/solve/reference/reference_work.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// Sets the continuous stage up (METHOD.md 4.12): normal rows from the velocities after the impact stage,
/// external forces on the bodies, and the start of the solve by the warm start chosen. Reads ReferenceWork::bodies as
/// the impact stage left them; fills ReferenceWork::rows.
void applyForces(const World& world, const StepContext& context, ContactList& list, ReferenceWork& reference);

}  // namespace scree
