#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "engine/world/world.h"

// The contacts that carry force, inside aggregates and out of them.
namespace scree {

struct StepData;

/// A contact that pushes, in the world's frame.
struct ForceContact {
  std::uint32_t a = 0;
  std::uint32_t b = kNoParticle;                      ///< slots; kNoParticle for a body
  std::uint32_t body = kFixedInWorld;                 ///< of a contact with a body ...
  std::uint32_t shape = 0;                            ///< ... and which of its shapes
  Eigen::Vector3f point = Eigen::Vector3f::Zero();    ///< m, for drawing (see placeOf)
  Eigen::Vector3f normal = Eigen::Vector3f::UnitZ();  ///< from a to b
  float force = 0.0f;                                 ///< N, normal
  bool kept = false;                                  ///< inside an aggregate: the force is that of when it was merged
};

/// All of them: first those of the last step in their order, then the kept ones. Members must be placed. Without a step
/// since the world was loaded only kept ones are known.
void findForceContacts(const World& world, const StepData& data, std::vector<ForceContact>& contacts);

/// Where the surfaces of a contact meet, to the precision of positions: far from the origin single precision has steps
/// of centimetres. For files; members must be placed [m].
Vec3 placeOf(const World& world, const ForceContact& contact);

/// The largest normal force at each particle [N].
void largestForces(const std::vector<ForceContact>& contacts, std::size_t particles, std::vector<float>& forces);

}  // namespace scree
