#pragma once

#include "engine/snapshot/snapshot.h"

namespace scree {

struct StepData;

/// Shapes of every body, shared by the snapshots of one world.
using SharedShapes = std::vector<std::shared_ptr<const std::vector<ShapeInstance>>>;
SharedShapes shareShapes(const World& world);

/// Lists that the snapshots of one run share. fillSnapshot() keeps the lists of grains and names up to date; the caller
/// gives the shapes and the origin.
struct SharedLists {
  SharedShapes shapes;
  Vec3 origin = Vec3::Zero();  ///< drawingOrigin() of the run's start [m]
  SharedList<ParticleId> ids;
  SharedList<MaterialIndex> materials;
  SharedList<float> masses;  ///< kg
  double totalMass = 0.0;    ///< of all grains [kg]
  SharedList<std::string> materialNames;
  std::shared_ptr<const Materials> laws = std::make_shared<const Materials>();  ///< materials with their laws
};

/// Fills a snapshot from the world and its last step. `data` belongs to the world's last step, or is fresh when no step
/// was taken yet. `shared` has the shapes of the world's bodies.
void fillSnapshot(const World& world, const StepData& data, SharedLists& shared, Snapshot& snapshot);

}  // namespace scree
