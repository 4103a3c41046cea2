#pragma once

#include <span>

#include "engine/contacts/pairs.h"
#include "engine/world/warnings.h"

// Long ways within a step, for which the step is divided (METHOD.md 8.4).
namespace scree {

/// Longest way of a particle against a shape, member or particle that it would sink into.
struct MotionNeed {
  double ways = 0.0;                     ///< way in radii of the particle, of two particles the smaller; 0: none
  std::uint32_t body = kAboutParticles;  ///< body with the shape, or kAboutParticles

  /// Keeps the longer way.
  void join(double other, std::uint32_t otherBody) {
    if (other > ways) {
      ways = other;
      body = otherBody;
    }
  }
};

/// Finds the longest way, above `limit` radii, of a free particle that would sink into a shape, a member or another
/// particle by more than stepping::kDeep radii within `time` [s] if nothing stopped it. Sliding along is no way.
/// `extremes` are those of the free particles; costs little while they exclude such a way.
MotionNeed motionNeed(const World& world, std::span<const std::uint32_t> active, const Extremes& extremes, double time,
                      double limit);

}  // namespace scree
