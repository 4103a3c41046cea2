#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/world/step_context.h"
#include "engine/world/step_report.h"
#include "engine/world/world.h"

namespace scree {

/// Brings free grains, and floating aggregates by the origin of their frame, back into the periodic box (METHOD.md
/// 9.9). What comes in again higher or lower has had work done on it, which is booked with that of a change of gravity.
void wrapIntoBox(World& world, const StepContext& context, const ContactList& list, StepReport& report);

}  // namespace scree
