#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/solve/batched/batched_work.h"
#include "engine/world/world.h"

namespace scree {

/// The results of one slab after its last substep: its contacts with their multipliers into the step's lists, which
/// have room for them, and its bodies' new places and velocities into the world.
void unpackSlab(std::size_t at, World& world, ContactList& list, const BatchedWork& batched);

}  // namespace scree
