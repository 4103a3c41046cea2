#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "engine/base/types.h"

namespace scree {

/// Members of one aggregate by place in its frame, where they do not move: members come and go one by one, and a search
/// costs what is near. What is found does not depend on the order in which they came.
class MemberCells {
 public:
  struct Entry {
    float x = 0, y = 0, z = 0;  ///< m, rounded
    float radius = 0;           ///< m
    std::uint32_t slot = 0;
  };

  void clear();
  void add(std::uint32_t slot, const Vec3& local, double radius);
  /// The one added with this place.
  void remove(std::uint32_t slot, const Vec3& local);
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  double largestRadius() const { return largest_; }

  /// Calls use(entry) for every member whose centre is within `reach` of `local` along each axis, and some more.
  template <typename Use>
  void forNear(const Vec3& local, double reach, Use use) const {
    forBox(local - Vec3::Constant(reach), local + Vec3::Constant(reach), use);
  }
  /// The same for the box from `lower` to `upper`.
  template <typename Use>
  void forBox(const Vec3& lower, const Vec3& upper, Use use) const;
  /// Smallest box of cells that holds all members; grows only, until clear().
  Bounds bounds() const { return bounds_; }
  void renumber(const std::vector<std::uint32_t>& newSlot);

 private:
  static constexpr std::size_t kInCell = 6;
  static constexpr std::uint32_t kNone = UINT32_MAX;

  using Coordinates = std::array<std::int32_t, 3>;
  struct Cell {
    Coordinates at{};
    std::uint32_t count = 0;
    std::uint32_t next = kNone;  ///< cell of the same place, or kNone
    std::array<Entry, kInCell> entries;
  };

  Coordinates coordinatesOf(const Vec3& local) const;
  std::size_t placeOf(const Coordinates& at) const;
  std::uint32_t find(const Coordinates& at) const;
  std::uint32_t newCell(const Coordinates& at);
  void growTable();
  void rebuild(double size);

  std::vector<std::uint32_t> table_;  ///< open addressing, a power of two; cells stay when they become empty
  std::vector<Cell> cells_;
  std::size_t chains_ = 0;  ///< cells in the table
  std::size_t count_ = 0;
  double size_ = 0.0;  ///< of a cell [m]
  double largest_ = 0.0;
  Bounds bounds_{Vec3::Constant(1e300), Vec3::Constant(-1e300)};
};

template <typename Use>
void MemberCells::forBox(const Vec3& lower, const Vec3& upper, Use use) const {
  if (count_ == 0) {
    return;
  }
  const Coordinates from = coordinatesOf(lower.cwiseMax(bounds_.lower));
  const Coordinates to = coordinatesOf(upper.cwiseMin(bounds_.upper));
  double places = 1.0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    places *= std::max(0.0, 1.0 + static_cast<double>(to[axis]) - static_cast<double>(from[axis]));
  }
  if (places > static_cast<double>(cells_.size())) {
    for (const Cell& cell : cells_) {
      bool inside = true;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        inside = inside && cell.at[axis] >= from[axis] && cell.at[axis] <= to[axis];
      }
      for (std::uint32_t i = 0; inside && i < cell.count; ++i) {
        use(cell.entries[i]);
      }
    }
    return;
  }
  for (std::int32_t x = from[0]; x <= to[0]; ++x) {
    for (std::int32_t y = from[1]; y <= to[1]; ++y) {
      for (std::int32_t z = from[2]; z <= to[2]; ++z) {
        for (std::uint32_t at = find({x, y, z}); at != kNone; at = cells_[at].next) {
          for (std::uint32_t i = 0; i < cells_[at].count; ++i) {
            use(cells_[at].entries[i]);
          }
        }
      }
    }
  }
}

}  // namespace scree
