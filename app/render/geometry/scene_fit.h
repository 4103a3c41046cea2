#pragma once

#include <Eigen/Core>
#include <optional>

#include "engine/snapshot/snapshot.h"

// Sizes of what is seen, without OpenGL.
namespace scree {

/// Bounding sphere of the particles and the finite bodies: centre and radius, for framing.
struct SceneSphere {
  Eigen::Vector3f centre = Eigen::Vector3f::Zero();
  float radius = 1.0f;
};
SceneSphere boundingSphere(const Snapshot& snapshot);

/// Box round a finite shape in its own frame [m]; nothing for a plane.
std::optional<Bounds> boxOf(const Shape& shape);
/// Half of that box's lengths [m].
std::optional<Eigen::Vector3d> halfExtentsOf(const Shape& shape);

/// The scene's size as used for the ground and the clip planes: follows the true one in jumps only, so that neither the
/// grid's spacing nor its centre creeps while particles move.
SceneSphere steadied(const SceneSphere& shown, const SceneSphere& now);

}  // namespace scree
