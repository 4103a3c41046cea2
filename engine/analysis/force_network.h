#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "engine/world/world.h"

// Force network: the contacts that carry force, inside aggregates and outside them.
namespace scree {

struct StepData;

/// Contact that pushes, in the frame of the world.
struct ForceContact {
  std::uint32_t a = 0;                                 ///< slot of the particle
  std::uint32_t b = kNoParticle;                       ///< slot of the second particle; kNoParticle for a body
  std::uint32_t body = kFixedInWorld;                  ///< index of the body, of a contact with a body
  std::uint32_t shape = 0;                             ///< index of the shape in its body
  Eigen::Vector3f point = Eigen::Vector3f::Zero();     ///< place from the drawing origin [m]; placeOf() is exact
  Eigen::Vector3f normal = Eigen::Vector3f::UnitZ();   ///< unit vector from a to b
  float force = 0.0f;                                  ///< normal force [N]
  Eigen::Vector3f friction = Eigen::Vector3f::Zero();  ///< force on b along the surfaces [N]
  bool kept = false;                                   ///< true inside an aggregate: the force is the one at the merge
};

/// Lists all contacts that push: first those of the last step in their order, then the kept ones of aggregates. Members
/// must have their places. Before the first step after loading a world only kept contacts are known. `origin` is the
/// point from which ForceContact::point is counted [m].
void findForceContacts(const World& world, const StepData& data, std::vector<ForceContact>& contacts,
                       const Vec3& origin = Vec3::Zero());

/// Place where the surfaces of a contact meet [m], in double precision: far from the origin single precision has steps
/// of centimetres. Meant for files; members must have their places.
Vec3 placeOf(const World& world, const ForceContact& contact);

/// Centre of the second particle of a contact of two [m]: in a periodic box that of the image which the first one
/// meets, so that a line from centre to centre does not go through the box.
Vec3 otherCentre(const World& world, const ForceContact& contact);

/// Fills `forces` with the largest normal force at each particle [N], by slot.
void largestForces(const std::vector<ForceContact>& contacts, std::size_t particles, std::vector<float>& forces);

}  // namespace scree
