#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/base/types.h"
#include "engine/collision/collision_constants.h"

namespace scree {

/// Cells of one size and where they are in the table of cells. Cell (x, y, z) has the index x·strideX + y·strideY + z,
/// modulo `cells` when the level wraps. Then strangers share an index, which costs distance tests and never a pair; the
/// strides keep a cell and its neighbours apart.
struct CellLevel {
  Vec3 origin = Vec3::Zero();  ///< lower corner of cell (0, 0, 0) [m]
  double perMetre = 1.0;       ///< cells along an axis [1/m]
  std::int64_t strideX = 0;
  std::int64_t strideY = 0;
  std::int64_t cells = 0;   ///< in the table; 0: no sphere is in this level
  std::int64_t before = 0;  ///< cells of the levels before this one and the border of this one
  bool wraps = false;

  /// Empty cells before and after those of a level that does not wrap, so that neighbours of two cells that follow each
  /// other along z need no test of range.
  std::int64_t border() const { return wraps ? 0 : strideX + strideY + 2; }

  /// Index of the cell of a finite point, without `before`.
  std::int64_t indexOf(const double* p) const {
    const std::int64_t index = coordinate((p[0] - origin[0]) * perMetre) * strideX +
                               coordinate((p[1] - origin[1]) * perMetre) * strideY +
                               coordinate((p[2] - origin[2]) * perMetre);
    if (!wraps) {
      return index;
    }
    const std::int64_t rest = index % cells;
    return rest < 0 ? rest + cells : rest;
  }

  /// Calls use(first, last) for lines of cells along z, as indices without `before`, which together hold every centre
  /// of this level that is no farther than `reach` [m] from a finite point along each axis. Not for levels that wrap.
  template <typename Use>
  void forLines(const double* p, double reach, Use use) const {
    const std::array<std::int64_t, 3> counts = {cells / strideX, strideX / strideY, strideY};
    std::array<std::int64_t, 3> first{};
    std::array<std::int64_t, 3> last{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double at = p[axis] - origin[static_cast<Eigen::Index>(axis)];
      first[axis] = std::max<std::int64_t>(coordinate((at - reach) * perMetre - collision::kCellSlack), 0);
      last[axis] = std::min(coordinate((at + reach) * perMetre + collision::kCellSlack), counts[axis] - 1);
    }
    for (std::int64_t x = first[0]; first[2] <= last[2] && x <= last[0]; ++x) {
      for (std::int64_t y = first[1]; y <= last[1]; ++y) {
        const std::int64_t line = x * strideX + y * strideY;
        use(line + first[2], line + last[2]);
      }
    }
  }

 private:
  /// Points further than this many cells away count as this far: neighbours stay neighbours.
  static constexpr double kFarthest = static_cast<double>(std::int64_t{1} << 30);

  static std::int64_t coordinate(double u) {
    const double near = std::min(std::max(u, -kFarthest), kFarthest);
    const auto whole = static_cast<std::int64_t>(near);
    return whole - (static_cast<double>(whole) > near ? 1 : 0);
  }
};

/// A level for spheres whose centres are at most `size` apart when they meet [m]: cells are a little larger, so that
/// two such centres are in the same or in neighbouring cells despite round-off. `budget` bounds the cells, save for a
/// small constant. When the cells of `bounds` (a box around all centres) are too many, the level wraps, and its strides
/// suit `core` (a box around most of them). `before` is left to the caller.
CellLevel makeCellLevel(double size, const Bounds& bounds, const Bounds& core, std::int64_t budget);

}  // namespace scree
