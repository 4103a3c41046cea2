#pragma once

#include <Eigen/Core>
#include <optional>

#include "app/render/renderer.h"

// Sizes of what is seen, without OpenGL. boundingSphere() is in renderer.h.
namespace scree {

/// Box round a finite shape in its own frame [m]; nothing for a plane.
std::optional<Bounds> boxOf(const Shape& shape);
/// Half of that box's lengths [m].
std::optional<Eigen::Vector3d> halfExtentsOf(const Shape& shape);

/// The scene's size as used for the ground and the clip planes: follows the true one in jumps only, so that neither the
/// grid's spacing nor its centre creeps while particles move.
SceneSphere steadied(const SceneSphere& shown, const SceneSphere& now);

}  // namespace scree
