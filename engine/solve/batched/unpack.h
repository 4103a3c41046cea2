#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/solve/batched/batched_work.h"
#include "engine/world/world.h"

namespace scree {

/// Writes the results of one slab after its last substep: its contacts and multipliers into the step's lists, which
/// have room for them, and new places and velocities of its particles into the world. Different slabs may be unpacked
/// at the same time.
void unpackSlab(std::size_t at, World& world, ContactList& list, const BatchedWork& batched);

}  // namespace scree
