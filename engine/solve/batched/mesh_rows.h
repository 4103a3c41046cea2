#pragma once

#include <span>

#include "engine/solve/batched/slab_tasks.h"

namespace scree {

/// Follows contacts with meshes, SlabWork::meshRows, to where grains and meshes are at this substep; it is not the
/// first.
void followMeshes(const SlabTasks& tasks, std::span<const SortEntry> meshRows, int substep);

}  // namespace scree
