#pragma once

#include <span>
#include <vector>

#include "engine/base/types.h"

namespace scree {

class ThreadPool;

/// Two particle slots, first < second.
struct ParticlePair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  auto operator<=>(const ParticlePair&) const = default;
};

/// Finds touching spheres with a grid of several cell sizes, each twice the next finer one: every sphere lives in the
/// level whose cells just hold it, and looks for partners in its own and the coarser levels. Right for any size ratio.
class Grid {
 public:
  /// All pairs with distance <= r_a + r_b, up to round-off (a part in 1e9), ascending. Non-finite positions find
  /// nobody. The result does not depend on the pool (null: one thread).
  void findPairs(std::span<const Vec3> positions, std::span<const double> radii, ThreadPool* threads,
                 std::vector<ParticlePair>& pairs);

 private:
  struct Entry {
    std::uint64_t cell = 0;
    std::uint32_t slot = 0;
    auto operator<=>(const Entry&) const = default;
  };
  struct Bucket {
    std::uint64_t cell = UINT64_MAX;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  void build(std::span<const Vec3> positions, std::span<const double> radii);
  const Bucket* find(std::uint64_t cell) const;
  void findPartners(std::uint32_t slot, std::span<const Vec3> positions, std::span<const double> radii,
                    std::vector<ParticlePair>& out) const;

  Vec3 origin_ = Vec3::Zero();
  double coarsest_ = 1.0;                         ///< cell size of level 0 [m]; level k has coarsest / 2^k
  std::vector<int> level_;                        ///< of each slot
  std::vector<char> used_;                        ///< levels that hold spheres
  std::vector<Entry> entries_;                    ///< by cell, then slot
  std::vector<std::vector<ParticlePair>> found_;  ///< by chunk of slots
  std::vector<Bucket> table_;                     ///< open addressing, a power of two long
};

}  // namespace scree
