#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "engine/collision/grid.h"
#include "engine/collision/partners.h"
#include "engine/step/reach.h"

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
};

/// Most pairs that are tested at once: their numbers fit the nearest cache.
constexpr std::size_t kPairsAtOnce = 256;

/// Pairs of slots with gap and normal, number by number.
struct NearPairs {
  static constexpr std::size_t kRoom = kPairsAtOnce + 8;  ///< a vector more to write
  template <typename T>
  using Column = std::array<T, kRoom>;

  std::size_t count = 0;
  alignas(64) Column<ParticlePair> slots;
  Column<double> normalX, normalY, normalZ;  ///< from the first to the second
  Column<double> gap;                        ///< m
  Vec3 longest = Vec3::Zero();  ///< largest distances along the axes between centres of any found so far [m]
};

/// Pairs of slots that may hit each other, and how fast they approach, number by number.
struct FastPairs {
  std::size_t count = 0;
  alignas(64) NearPairs::Column<ParticlePair> slots;
  NearPairs::Column<double> speed;  ///< m/s
};

/// Which pairs may hit each other. Velocities are also given packed, three numbers of 16 bits a particle by slot: most
/// pairs move so much alike that these tell it.
struct Hits {
  double time = 0.0;       ///< in which they would meet [s]
  double slowest = 0.0;    ///< relative speed above which it counts [m/s]
  double leastPart = 0.0;  ///< of the radii's sum, that they move against each other
  std::span<const std::uint64_t> packed;
  int alike = 0;  ///< packed numbers that differ by no more belong to a pair that is slower
};

/// Packs velocities of up to `fastest` [m/s], in all.
class VelocityPacking {
 public:
  VelocityPacking(double fastest, double slowest)
      : perSpeed_(fastest < kMost * slowest / kSteps ? kSteps / slowest : kMost / fastest),
        alike_(std::max(-1.0, perSpeed_ * slowest / kRoot3 - 1.0)) {}

  std::uint64_t operator()(const Vec3& velocity) const {
    const auto word = [&](double along) {
      const double at = along * perSpeed_ > -kMost ? std::min(along * perSpeed_, kMost) : -kMost;  // also of no number
      return static_cast<std::uint64_t>(at + kMost + 1.0);
    };
    return word(velocity.x()) | word(velocity.y()) << 16U | word(velocity.z()) << 32U;
  }
  /// By how much the numbers of two may differ that are no faster than the slowest against each other; -1: none may.
  int alike() const { return static_cast<int>(alike_); }

 private:
  static constexpr double kMost = 16000.0;  // of a number, so that a difference keeps its sign
  static constexpr double kSteps = 32.0;    // in the slowest speed
  static constexpr double kRoot3 = 1.7320509;

  double perSpeed_;
  double alike_;
};

/// Finds those of at most kPairsAtOnce pairs of slots that are faster than the slowest hit and whose gap is within the
/// way that they make against each other; in their order.
void findFast(const MovingSpheres& moving, const Hits& hits, std::span<const ParticlePair> pairs, FastPairs& found);

/// Finds those of at most kPairsAtOnce pairs of slots that are within reach and, unless `ahead` is null, touch or may
/// come to touch within the step; in their order. The same bits as one pair at a time, by Spheres::meet() and
/// LookAhead::mayTouch(), with gap and normal of two centres apart; centres in one place have a normal along z.
void findNear(const MovingSpheres& moving, const LookAhead* ahead, std::span<const ParticlePair> pairs,
              NearPairs& found);

}  // namespace scree
