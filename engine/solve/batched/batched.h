#pragma once

#include "engine/aggregates/aggregate_sums.h"
#include "engine/contacts/contact_list.h"
#include "engine/solve/batched/batched_work.h"
#include "engine/world/step_context.h"
#include "engine/world/step_report.h"
#include "engine/world/world.h"

namespace scree {

/// Solves the step as solveSubsteps() does, with the batched single-precision solver on all threads (METHOD.md 5.3).
/// False when interrupted: the world is then in the middle of the step, some bodies and particles ahead of others, and
/// must be thrown away.
bool solveBatched(World& world, const StepContext& context, ContactList& list, AggregateSums& sums,
                  BatchedWork& batched, StepReport& report);

}  // namespace scree
