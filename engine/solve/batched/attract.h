#pragma once

#include "engine/solve/batched/slab_tasks.h"

namespace scree {

/// Finds the impulses of attraction at the contacts of a slab in a substep (Slab::pulls), with all bodies as they move
/// before any of them. After the rows were made: like gravity, an attraction is no approach that makes an impact.
void findPulls(const SlabTasks& tasks, Slab& slab);

/// Gives these impulses to the slab's bodies; those that something carries get them with what the contacts do.
void applyPulls(const SlabTasks& tasks, Slab& slab);

}  // namespace scree
