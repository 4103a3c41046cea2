#pragma once

#include "engine/session/snapshot.h"
#include "engine/step/step_data.h"

namespace scree {

/// Shapes of every body, shared by the snapshots of one world.
using SharedShapes = std::vector<std::shared_ptr<const std::vector<ShapeInstance>>>;
SharedShapes shareShapes(const World& world);

/// Contacts times sweeps of the last step's continuous stage: the work that its time is divided by.
std::uint64_t contactSweepsOf(const StepData& data);

/// Copies what eyes and plots need of the world and its last step. `data` belongs to the world's last step, or is fresh
/// when no step was taken yet.
void fillSnapshot(const World& world, const StepData& data, const SharedShapes& shapes, Snapshot& snapshot);

}  // namespace scree
