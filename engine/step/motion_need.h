#pragma once

#include <span>

#include "engine/contacts/pairs.h"
#include "engine/world/warnings.h"

// Long ways within a step, for which the step is divided (METHOD.md 8.4).
namespace scree {

/// Longest ways of particles against shapes, members or particles that they would sink into.
struct MotionNeed {
  /// Way against a shape or an aggregate that itself moves far, in radii of the particle; 0: none.
  double ways = 0.0;
  std::uint32_t body = kAboutParticles;  ///< body with that shape, or kAboutParticles
  /// Way of a fast particle against another one, or against a shape or an aggregate that is slow, in radii of the
  /// particle, of two particles the smaller; 0: none.
  double hits = 0.0;

  /// Keeps the longer way.
  void join(double other, std::uint32_t otherBody) {
    if (other > ways) {
      ways = other;
      body = otherBody;
    }
  }
};

/// Finds the longest ways, above `limit` radii, of free particles that would sink into a shape, a member or another
/// particle by more than stepping::kDeep radii within `time` [s] if nothing stopped them. Sliding along is no way. A
/// shape or an aggregate is slow where it goes no farther than `limit` of the smallest radii.
/// `extremes` are those of the free particles; costs little while they exclude such a way.
MotionNeed motionNeed(const World& world, std::span<const std::uint32_t> active, const Extremes& extremes, double time,
                      double limit);

}  // namespace scree
