#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/base_constants.h"
#include "engine/base/periodic_box.h"
#include "engine/base/types.h"
#include "engine/collision/cells.h"
#include "engine/collision/grid_levels.h"

namespace scree {

/// Spheres by slot, as the caller has them.
struct Spheres {
  std::span<const Vec3> positions;   ///< [m]
  std::span<const double> radii;     ///< [m]
  std::span<const double> margins;   ///< [m]; empty: zeros
  const PeriodicBox* box = nullptr;  ///< nearest images meet in this; null: there are none

  double reach(std::size_t slot) const { return kTouch * radii[slot] + (margins.empty() ? 0.0 : margins[slot]); }
  /// From centre a to centre b [m].
  Vec3 apart(std::size_t a, std::size_t b) const {
    const Vec3 way = positions[b] - positions[a];
    return box == nullptr ? way : box->nearest(way);
  }
  bool meet(std::size_t a, std::size_t b) const {
    const double both = reach(a) + reach(b);
    return apart(b, a).squaredNorm() <= both * both;
  }
};

/// Finite spheres in order of their cells. The rounded numbers decide clear cases only; `exact` decides the others.
/// Lengths are in parts of some common length, and points are relative to some common origin. The arrays of numbers and
/// of slots are longer than there are spheres by kSpherePadding.
struct SortedSpheres {
  const float* x = nullptr;  ///< centres
  const float* y = nullptr;
  const float* z = nullptr;
  const float* reach = nullptr;  ///< two spheres meet up to the sum of their reaches
  const std::int32_t* slot = nullptr;
  const std::uint32_t* cell = nullptr;    ///< index in the table, with CellLevel::before
  const std::uint32_t* start = nullptr;   ///< of each cell of the table: its first sphere; then the end
  std::span<const CellLevel> levels;      ///< coarsest first
  std::span<const LevelSearch> searches;  ///< one a level
  Spheres exact;
};

/// Numbers after the last sphere that a search may read (and not use).
constexpr std::size_t kSpherePadding = 64;

/// Place of a slot's partners in FoundPartners::rows of a piece of work.
struct PartnerRow {
  std::uint32_t chunk = 0;
  std::uint32_t begin = 0;
  std::uint32_t count = 0;
};

/// Copies of the spheres around a cell, one after the other.
struct Candidates {
  std::int64_t cell = -1;  ///< index in the table, with CellLevel::before
  std::size_t count = 0;   ///< a sphere of slot -1 and unspecified numbers follow, to the end of the vector
  std::size_t capacity = 0;
  std::vector<float> numbers;  ///< x, y, z and reach, `capacity` of each
  std::vector<std::int32_t> slots;
};

/// Partners that one piece of work found. The vectors are longer than their contents; the counts tell how many entries
/// are valid.
struct FoundPartners {
  std::vector<std::int32_t> rows;  ///< partners of larger slots, ascending for each sphere
  std::size_t rowsCount = 0;
  /// Pairs of a sphere with a sphere of another level and a smaller slot: each belongs to the row of the smaller slot.
  std::vector<std::int32_t> foreignFirst;
  std::vector<std::int32_t> foreignSecond;
  std::size_t foreignCount = 0;
  std::vector<Candidates> near;  ///< by level
  Candidates within;             ///< candidates of a finer level for one sphere
};

/// Readable numbers after the last row.
constexpr std::size_t kRowPadding = 8;

/// Finds the partners of the spheres [begin, end) of one level in that level and in those that its search names. Each
/// pair of the same level is found by its smaller slot, others by the one whose level looks in the other's. `rows` are
/// by slot. Appends to `found` and grows its storage when needed.
void findPartners(const SortedSpheres& spheres, std::size_t level, std::size_t begin, std::size_t end,
                  std::uint32_t chunk, FoundPartners& found, PartnerRow* rows);

}  // namespace scree
