#pragma once

#include "engine/snapshot/snapshot.h"
#include "engine/world/world.h"

namespace scree {

struct StepData;

/// Fills what is wished for into a snapshot of the same world, and empties what is not. Members must be placed.
void fillWishes(const World& world, const StepData& data, const Wishes& wishes, Snapshot& snapshot);

}  // namespace scree
