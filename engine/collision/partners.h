#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/collision/cells.h"

namespace scree {

/// Spheres in order of their cells. The arrays of numbers are longer than there are spheres by kSpherePadding.
struct SortedSpheres {
  const double* x = nullptr;  ///< centres [m]
  const double* y = nullptr;
  const double* z = nullptr;
  const double* reach = nullptr;         ///< two spheres meet at a distance of at most the sum of theirs [m]
  const std::int64_t* tag = nullptr;     ///< slot · 2^32
  const std::uint32_t* cell = nullptr;   ///< index in the table, with CellLevel::before
  const std::uint32_t* start = nullptr;  ///< of each cell of the table: its first sphere; then the end
  std::span<const CellLevel> levels;     ///< coarsest first
};

/// Doubles after the last sphere that a search may read (and not use).
constexpr std::size_t kSpherePadding = 64;

/// Where the partners of a slot are.
struct PartnerRow {
  std::uint32_t chunk = 0;
  std::uint32_t begin = 0;
  std::uint32_t count = 0;
};

/// The pairs found by one piece of work, packed: first slot in the lower 32 bits, second slot in the upper 32.
struct FoundPairs {
  std::vector<std::uint64_t> own;  ///< storage of rows: pairs of a sphere with partners of larger slots
  /// Pairs of a sphere with larger partners of smaller slots; they belong to the rows of those.
  std::vector<std::uint64_t> foreign;
  std::size_t ownCount = 0;
  std::size_t foreignCount = 0;
};

/// Finds the partners of the spheres [begin, end) of one level in that level and in all coarser ones. Each pair of the
/// same level is found by its smaller slot, others by the smaller sphere. Rows are indexed by slot. Appends to `found`
/// and grows its storage when needed.
void findPartners(const SortedSpheres& spheres, std::size_t level, std::size_t begin, std::size_t end,
                  std::uint32_t chunk, FoundPairs& found, PartnerRow* rows);

}  // namespace scree
