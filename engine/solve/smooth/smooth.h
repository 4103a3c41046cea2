#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/multibody/machine.h"
#include "engine/solve/smooth/smooth_work.h"
#include "engine/world/step_context.h"
#include "engine/world/step_report.h"
#include "engine/world/world.h"

namespace scree {

/// Moves grains and bodies through the step by explicit substeps with springs at the contacts (METHOD.md 18): each is
/// half a drift, the forces there, and the other half. Contacts are those of the list, which has all that touch until
/// one has moved half its skin: the step then ends early, and StepContext::substeps is how many were taken. Springs
/// begin as the multipliers of the history over their time and end as the multipliers of the last substep. The same
/// bits for any number of threads and any instruction set. Dynamic bodies take the forces of the grains on them in each
/// substep, with their joints. Needs a world without aggregates. False when interrupted.
bool solveSmooth(World& world, StepContext& context, ContactList& list, SmoothWork& work, Machine& machine,
                 StepReport& report);

}  // namespace scree
