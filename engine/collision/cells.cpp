#include "engine/collision/cells.h"

#include <array>
#include <cmath>

#include "engine/collision/collision_constants.h"

namespace scree {

namespace {

using Extent = std::array<double, 3>;

/// Cells along each axis of a box, with an empty one between the end of a line and the start of the next.
Extent extentOf(const Bounds& box, double perMetre) {
  const auto along = [&](int axis) {
    return std::min(std::floor((box.upper[axis] - box.lower[axis]) * perMetre) + 1.0, collision::kMostCellsAlong);
  };
  return {along(0), std::max(along(1) + 1.0, collision::kFewestCells),
          std::max(along(2) + 1.0, collision::kFewestCells)};
}

double product(const Extent& extent) { return extent[0] * extent[1] * extent[2]; }

/// A prime number of cells: points at regular distances then spread over all of them.
std::int64_t primeFrom(std::int64_t least) {
  const auto isPrime = [](std::int64_t n) {
    for (std::int64_t d = 3; d * d <= n; d += 2) {
      if (n % d == 0) {
        return false;
      }
    }
    return true;
  };
  std::int64_t n = least | 1;
  while (!isPrime(n)) {
    n += 2;
  }
  return n;
}

void setStrides(CellLevel& level, const Extent& extent) {
  level.strideY = static_cast<std::int64_t>(extent[2]);
  level.strideX = level.strideY * static_cast<std::int64_t>(extent[1]);
}

}  // namespace

CellLevel makeCellLevel(double size, const Bounds& bounds, const Bounds& core, std::int64_t budget) {
  CellLevel level;
  level.perMetre = 1.0 / std::max(collision::kCellRoom * size, collision::kSmallestCell);
  const auto most = static_cast<double>(budget);
  Extent extent = extentOf(bounds, level.perMetre);
  if (product(extent) <= most) {
    level.origin = bounds.lower;
    setStrides(level, extent);
    level.cells = static_cast<std::int64_t>(product(extent));
    return level;
  }
  level.wraps = true;
  level.origin = core.lower;
  extent = extentOf(core, level.perMetre);
  const double shrink = std::cbrt(most / product(extent));
  if (shrink < 1.0) {
    extent = {1.0, std::max(std::floor(shrink * extent[1]), collision::kFewestCells),
              std::max(std::floor(shrink * extent[2]), collision::kFewestCells)};
  }
  // A box with one long side shrinks to a line that may still be too long.
  extent[2] = std::min(extent[2], std::max(most, collision::kFewestCells));
  extent[1] = std::min(extent[1], std::max(std::floor(most / extent[2]), collision::kFewestCells));
  setStrides(level, extent);
  level.cells = primeFrom(std::max(budget, 3 * level.strideX));
  return level;
}

}  // namespace scree
