#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/solve/reference/reference_work.h"
#include "engine/world/step_context.h"
#include "engine/world/step_report.h"
#include "engine/world/world.h"

namespace scree {

/// Impact stage (METHOD.md 6.1): contacts approaching faster than v_imp leave with -e times that speed, all
/// others do not approach; with friction and rolling, without forces, overlaps or warm start. Does nothing when no
/// contact is that fast. Fills ReferenceWork::bodies, StepReport::impactCount, StepReport::impactResiduals,
/// ReferenceWork::impactMultipliers. False when interrupted.
bool solveImpacts(const World& world, const StepContext& context, const ContactList& list, ReferenceWork& reference,
                  StepReport& report);

}  // namespace scree
