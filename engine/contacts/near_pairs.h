#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/collision/grid.h"
#include "engine/collision/partners.h"
#include "engine/contacts/contacts_constants.h"
#include "engine/contacts/reach.h"

// Candidate pairs that become contacts, and their geometry: many at a time and without a branch, which a processor
// could not predict.
namespace scree {

/// Spheres by slot, and their velocities as the step begins.
struct MovingSpheres {
  Spheres spheres;  ///< margins are the ways in the step
  std::span<const Vec3> velocities;
  std::span<const double> turns;       ///< change of each velocity that hits may cause in the step [m/s]; empty: 0
  std::uint32_t pulled = UINT32_MAX;   ///< slot of a particle with another velocity
  Vec3 pulledVelocity = Vec3::Zero();  ///< m/s

  const Vec3& velocityOf(std::uint32_t slot) const { return slot == pulled ? pulledVelocity : velocities[slot]; }
};

/// Pairs of slots with gap and normal, one array a quantity.
struct NearPairs {
  static constexpr std::size_t kRoom = contacts::kPairsAtOnce + 8;  ///< a vector more to write
  template <typename T>
  using Column = std::array<T, kRoom>;

  std::size_t count = 0;
  alignas(64) Column<ParticlePair> slots;
  Column<double> normalX, normalY, normalZ;  ///< from the first to the second
  Column<double> gap;                        ///< m
  Vec3 longest = Vec3::Zero();  ///< largest distances along the axes between centres of any found so far [m]
};

/// Finds the pairs of slots, contacts::kPairsAtOnce at most, that are within reach and, unless `ahead` is null, touch
/// or may come to touch within the step; keeps their order. The same bits as one pair at a time, by Spheres::meet() and
/// LookAhead::mayTouch(), with gap and normal of two centres apart; centres in one place have a normal along z.
void findNear(const MovingSpheres& moving, const LookAhead* ahead, std::span<const ParticlePair> pairs,
              NearPairs& found);

}  // namespace scree
