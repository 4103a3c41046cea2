#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/solve/batched/batched_work.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// Orders the step's particles and contacts for the batched solver in slabs of space: BatchedWork::problem, save for
/// what packSlab() fills. Lets packSlab() forget what it kept of the last step where laws or radii are others now.
void orderInSlabs(const World& world, const StepContext& context, const ContactList& list, BatchedWork& batched);

}  // namespace scree
