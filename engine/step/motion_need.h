#pragma once

#include <span>

#include "engine/contacts/pairs.h"
#include "engine/world/warnings.h"

// What would move far before a step looks where it is.
namespace scree {

/// The farthest that a particle and something that it would sink into move against each other.
struct MotionNeed {
  double ways = 0.0;                     ///< in radii of the particle, of two particles the smaller; 0: nothing does
  std::uint32_t body = kAboutParticles;  ///< whose shape it would sink into, or it is another particle

  /// Keeps the greater one.
  void join(double other, std::uint32_t otherBody) {
    if (other > ways) {
      ways = other;
      body = otherBody;
    }
  }
};

/// Looks at all free particles that would sink into a shape, a member or each other within `time` [s] by more than a
/// third of a radius if nothing stopped them, and move by more than `limit` radii against it. What slides along does
/// not. Costs little while nothing moves by that much: `extremes` are of the free particles.
MotionNeed motionNeed(const World& world, std::span<const std::uint32_t> active, const Extremes& extremes, double time,
                      double limit);

}  // namespace scree
