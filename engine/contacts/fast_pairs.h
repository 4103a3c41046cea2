#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "engine/contacts/contacts_constants.h"
#include "engine/contacts/near_pairs.h"
#include "engine/contacts/rounded_velocity.h"

// Candidate pairs that may hit each other hard within a step.
namespace scree {

/// Pairs of slots that may hit each other and their relative speeds, one array a quantity.
struct FastPairs {
  std::size_t count = 0;
  std::array<ParticlePair, contacts::kPairsAtOnce> slots;
  std::array<double, contacts::kPairsAtOnce> speed;  ///< m/s
};

/// Conditions for a hit. Velocities are also given rounded, each in one vector: these rule out most pairs, which move
/// alike.
struct Hits {
  double time = 0.0;                         ///< time in which two particles would meet [s]
  double slowest = 0.0;                      ///< relative speed above which a hit counts [m/s]
  double leastPart = 0.0;                    ///< smallest way against each other, over the sum of the radii
  std::span<const RoundedVelocity> rounded;  ///< by slot
  double rounding = 0.0;                     ///< error of a difference of two rounded velocities [m/s]
};

/// Finds the pairs of slots, contacts::kPairsAtOnce at most, that are within reach, faster than the slowest hit and
/// nearer than their way against each other; keeps their order.
void findFast(const MovingSpheres& moving, const Hits& hits, std::span<const ParticlePair> pairs, FastPairs& found);

}  // namespace scree
