#pragma once

#include "engine/aggregates/aggregate_sums.h"
#include "engine/contacts/contact_list.h"
#include "engine/solve/reference/reference_work.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// Books the reactions of particles on bodies in a substep, then moves everything by the new velocities: x <- x + h v
/// (METHOD.md 4.14).
void advancePositions(World& world, const StepContext& context, ContactList& list, AggregateSums& sums,
                      ReferenceWork& reference);

}  // namespace scree
