#pragma once

#include <vector>

#include "engine/multibody/joint_rows.h"

// Contacts of dynamic bodies with other bodies. Shapes with an outside are sampled by spheres in their corners, flush
// with their faces, and those touch the other shape as grains do. Edges that cross edges away from their corners are
// not seen.
namespace scree {

/// Touch of two bodies; the first one has the sampling sphere.
struct BodyTouch {
  BodyContactKey key;
  std::uint32_t a = 0;  ///< index of a body
  std::uint32_t b = 0;
  Vec3 point = Vec3::Zero();    ///< in the world [m]
  Vec3 normal = Vec3::UnitZ();  ///< from a into b
  double gap = 0.0;             ///< m, negative when overlapping
  double radius = 0.0;          ///< radius of the sampling sphere: r* of a Hertz law [m]
  double diameter = 0.0;        ///< diameter around the sampled shape, from which the impact speed follows [m]
  std::uint32_t law = 0;        ///< index in Materials::pairs
};

/// Appends the touches of all pairs of bodies of which one is dynamic and that no joint holds together, in order of
/// keys; `margin` seconds of their relative motion count as touching. Poses and velocities are those of `bodies`.
void findBodyTouches(const World& world, const std::vector<Body>& bodies, double margin,
                     std::vector<BodyTouch>& touches);

/// Elastic energy that the touches of bodies store by their laws, at the bodies' present poses [J]; 0 without dynamic
/// bodies.
double elasticEnergyOfTouches(const World& world);

/// Appends three rows a touch: normal and two tangential ones, started from the impulses of the last substep.
void appendTouchRows(const World& world, const std::vector<BodyTouch>& touches, const std::vector<BodySide>& sides,
                     double dt, std::vector<MachineRow>& rows);

}  // namespace scree
