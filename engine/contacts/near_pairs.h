#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/collision/grid.h"
#include "engine/collision/partners.h"
#include "engine/contacts/contacts_constants.h"
#include "engine/contacts/reach.h"

// Which candidate pairs are worth a contact, and its geometry: many at a time and without a branch, which nobody could
// guess of each.
namespace scree {

/// Spheres by slot, and how they move as the step begins.
struct MovingSpheres {
  Spheres spheres;  ///< margins: how far each may go in the step
  std::span<const Vec3> velocities;
  std::span<const double> turns;       ///< by how much contacts may change each velocity in the step [m/s]; empty: 0
  std::uint32_t pulled = UINT32_MAX;   ///< slot of one with another velocity
  Vec3 pulledVelocity = Vec3::Zero();  ///< m/s

  const Vec3& velocityOf(std::uint32_t slot) const { return slot == pulled ? pulledVelocity : velocities[slot]; }
};

/// Pairs of slots with gap and normal, number by number.
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

/// Finds those of at most kPairsAtOnce pairs of slots that are within reach and, unless `ahead` is null, touch or may
/// come to touch within the step; in their order. The same bits as one pair at a time, by Spheres::meet() and
/// LookAhead::mayTouch(), with gap and normal of two centres apart; centres in one place have a normal along z.
void findNear(const MovingSpheres& moving, const LookAhead* ahead, std::span<const ParticlePair> pairs,
              NearPairs& found);

}  // namespace scree
