#pragma once

#include <Eigen/Core>
#include <optional>

#include "engine/snapshot/snapshot.h"

// Sizes of the visible scene, without OpenGL.
namespace scree {

/// Sphere around a scene [m].
struct SceneSphere {
  Eigen::Vector3f centre = Eigen::Vector3f::Zero();  ///< from the drawing origin
  float radius = 1.0f;
  Vec3 origin = Vec3::Zero();  ///< the drawing origin

  /// Centre in the world [m].
  Vec3 place() const { return origin + centre.cast<double>(); }
};
/// Sphere around all particles and the finite visible shapes of bodies; of radius 1 around the origin for an empty
/// scene.
SceneSphere boundingSphere(const Snapshot& snapshot);
/// Sphere around the same and the places where grains will be: emitters, and planes below them.
SceneSphere framedSphere(const Snapshot& snapshot);

/// Box around a finite shape in its own frame [m]; nothing for a plane.
std::optional<Bounds> boxOf(const Shape& shape);
/// Half lengths of the box around a finite shape [m]; nothing for a plane.
std::optional<Eigen::Vector3d> halfExtentsOf(const Shape& shape);

/// Scene sphere for the ground and the near and far planes. It is `shown` until `now` differs much and then `now`, so
/// that the grid of the ground does not creep while particles move.
SceneSphere steadied(const SceneSphere& shown, const SceneSphere& now);

}  // namespace scree
