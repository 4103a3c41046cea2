#pragma once

#include "engine/snapshot/snapshot.h"

namespace scree {

struct StepData;

/// Shapes of every body, shared by the snapshots of one world.
using SharedShapes = std::vector<std::shared_ptr<const std::vector<ShapeInstance>>>;
SharedShapes shareShapes(const World& world);

/// Copies what eyes and plots need of the world and its last step. `data` belongs to the world's last step, or is fresh
/// when no step was taken yet.
void fillSnapshot(const World& world, const StepData& data, const SharedShapes& shapes, Snapshot& snapshot);

}  // namespace scree
