#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/solve/batched/batched_work.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// Packs one slab that is laid out. Its bodies get their velocities with the fall of the first substep, its batches
/// everything that stays the same over the substeps and the multipliers of the history, as they are there. Where the
/// contacts are those of the last step, in the same order, they keep their lanes; the result is the same.
void packSlab(const World& world, const StepContext& context, const ContactList& list, BatchedWork& batched,
              std::size_t at);

}  // namespace scree
