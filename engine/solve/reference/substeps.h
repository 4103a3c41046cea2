#pragma once

#include "engine/aggregates/aggregate_sums.h"
#include "engine/contacts/contact_list.h"
#include "engine/solve/reference/reference_work.h"
#include "engine/world/step_context.h"
#include "engine/world/step_report.h"
#include "engine/world/world.h"

namespace scree {

/// Solves the step contact by contact in double precision, in its substeps: impacts, forces, the continuous solve and
/// the new positions (METHOD.md 4.11 to 4.14). The clear reference, and the carrier of NNCG. False when
/// interrupted.
bool solveSubsteps(World& world, const StepContext& context, ContactList& list, AggregateSums& sums,
                   ReferenceWork& reference, StepReport& report);

}  // namespace scree
