#pragma once

#include "engine/snapshot/snapshot.h"
#include "engine/world/world.h"

namespace scree {

struct StepData;

/// Fills the requested lists of a snapshot of the same world, and empties the others. `data` must hold the last step.
/// Members must have their places.
void fillRequest(const World& world, const StepData& data, const SnapshotRequest& request, Snapshot& snapshot);

}  // namespace scree
