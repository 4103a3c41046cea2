#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "engine/contacts/contacts_constants.h"
#include "engine/contacts/near_pairs.h"
#include "engine/contacts/rounded_velocity.h"

// Which candidate pairs may hit each other hard within a step.
namespace scree {

/// Pairs of slots that may hit each other, and how fast they approach, number by number.
struct FastPairs {
  std::size_t count = 0;
  std::array<ParticlePair, contacts::kPairsAtOnce> slots;
  std::array<double, contacts::kPairsAtOnce> speed;  ///< m/s
};

/// Which pairs may hit each other. Velocities are also given rounded, each in one vector: most pairs move so much alike
/// that these tell it.
struct Hits {
  double time = 0.0;                         ///< in which they would meet [s]
  double slowest = 0.0;                      ///< relative speed above which it counts [m/s]
  double leastPart = 0.0;                    ///< of the radii's sum, that they move against each other
  std::span<const RoundedVelocity> rounded;  ///< by slot
  double rounding = 0.0;                     ///< by how much a difference of two may be off [m/s]
};

/// Finds those of at most contacts::kPairsAtOnce pairs of slots that are within reach, faster than the slowest hit and
/// whose gap is within the way that they make against each other; in their order.
void findFast(const MovingSpheres& moving, const Hits& hits, std::span<const ParticlePair> pairs, FastPairs& found);

}  // namespace scree
