#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
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
  /// Calls use(slot) for every member whose centre is no farther from `local` than `own` plus `share` of its radius,
  /// and maybe for some that are farther by rounding to float. `own` >= 0 [m].
  template <typename Use>
  void forMeeting(const Vec3& local, double own, double share, Use use) const;
  /// Smallest box of cells that holds all members; grows only, until clear().
  Bounds bounds() const { return bounds_; }
  void renumber(const std::vector<std::uint32_t>& newSlot);

 private:
  static constexpr std::size_t kInCell = 16;  ///< compared side by side
  static constexpr std::uint32_t kNone = UINT32_MAX;

  using Coordinates = std::array<std::int32_t, 3>;
  using Numbers = Eigen::Array<float, int{kInCell}, 1>;
  struct Place {
    std::uint64_t key = 0;
    std::uint32_t cell = kNone;
  };
  struct Cell {
    Coordinates at{};
    std::uint32_t count = 0;
    std::uint32_t next = kNone;  ///< cell of the same place, or kNone
    Numbers x, y, z, radius;     ///< m; those behind the last entry are so far away that nothing meets them
    std::array<std::uint32_t, kInCell> slot;

    Cell();
    Entry entry(std::size_t index) const {
      const auto i = static_cast<Eigen::Index>(index);
      return {x[i], y[i], z[i], radius[i], slot[index]};
    }
    void set(std::size_t i, const Entry& entry);
    /// Whether one of the entries is that near; the coordinates are those of the centre.
    bool anyMeets(float cx, float cy, float cz, float own, float share) const;
  };

  static constexpr unsigned kBits = 21;  ///< of a coordinate
  static constexpr double kFarthest = double{1U << (kBits - 1)} - 1.0;

  Coordinates coordinatesOf(const Vec3& local) const {
    const auto part = [&](double u) {
      return static_cast<std::int32_t>(std::clamp(std::floor(u / size_), -kFarthest, kFarthest));
    };
    return {part(local.x()), part(local.y()), part(local.z())};
  }
  static std::uint64_t keyOf(const Coordinates& at) {
    constexpr std::uint64_t kMask = (std::uint64_t{1} << kBits) - 1;
    return ((static_cast<std::uint64_t>(at[0]) & kMask) << (2 * kBits)) |
           ((static_cast<std::uint64_t>(at[1]) & kMask) << kBits) | (static_cast<std::uint64_t>(at[2]) & kMask);
  }
  std::size_t placeOf(std::uint64_t key) const {
    // The upper bits of the product depend on all bits of the key.
    return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15ULL) >> (std::countl_zero(table_.size()) + 1));
  }
  std::uint32_t find(const Coordinates& at) const;
  std::uint32_t newCell(const Coordinates& at);
  void growTable();
  void rebuild(double size);

  std::vector<Place> table_;  ///< open addressing, a power of two; cells stay when they become empty
  std::vector<Cell> cells_;
  std::size_t chains_ = 0;  ///< cells in the table
  std::size_t count_ = 0;
  double size_ = 0.0;  ///< of a cell [m]
  double largest_ = 0.0;
  Bounds bounds_{Vec3::Constant(1e300), Vec3::Constant(-1e300)};
};

inline bool MemberCells::Cell::anyMeets(float cx, float cy, float cz, float own, float share) const {
  return ((x - cx).square() + (y - cy).square() + (z - cz).square() - (own + share * radius).square()).minCoeff() <=
         0.0F;
}

inline std::uint32_t MemberCells::find(const Coordinates& at) const {
  const std::uint64_t key = keyOf(at);
  for (std::size_t place = placeOf(key);; place = (place + 1) & (table_.size() - 1)) {
    if (table_[place].cell == kNone || table_[place].key == key) {
      return table_[place].cell;
    }
  }
}

template <typename Use>
void MemberCells::forMeeting(const Vec3& local, double own, double share, Use use) const {
  if (count_ == 0) {
    return;
  }
  constexpr float kRounding = 1e-5F;  // of the distance, and of the coordinates
  const Eigen::Vector3f at = local.cast<float>();
  const float ownLimit = static_cast<float>(own) * (1.0F + kRounding) + 1e-6F * at.cwiseAbs().maxCoeff();
  const float shareLimit = static_cast<float>(share) * (1.0F + kRounding);
  const Vec3 reach = Vec3::Constant(own + share * largest_);
  const Coordinates from = coordinatesOf((local - reach).cwiseMax(bounds_.lower));
  const Coordinates to = coordinatesOf((local + reach).cwiseMin(bounds_.upper));
  for (std::int32_t x = from[0]; x <= to[0]; ++x) {
    for (std::int32_t y = from[1]; y <= to[1]; ++y) {
      for (std::int32_t z = from[2]; z <= to[2]; ++z) {
        for (std::uint32_t cell = find({x, y, z}); cell != kNone; cell = cells_[cell].next) {
          const Cell& home = cells_[cell];
          if (!home.anyMeets(at.x(), at.y(), at.z(), ownLimit, shareLimit)) {
            continue;
          }
          for (std::uint32_t i = 0; i < home.count; ++i) {
            const Entry entry = home.entry(i);
            const float limit = ownLimit + shareLimit * entry.radius;
            if ((Eigen::Vector3f(entry.x, entry.y, entry.z) - at).squaredNorm() <= limit * limit) {
              use(entry.slot);
            }
          }
        }
      }
    }
  }
}

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
        use(cell.entry(i));
      }
    }
    return;
  }
  for (std::int32_t x = from[0]; x <= to[0]; ++x) {
    for (std::int32_t y = from[1]; y <= to[1]; ++y) {
      for (std::int32_t z = from[2]; z <= to[2]; ++z) {
        for (std::uint32_t at = find({x, y, z}); at != kNone; at = cells_[at].next) {
          for (std::uint32_t i = 0; i < cells_[at].count; ++i) {
            use(cells_[at].entry(i));
          }
        }
      }
    }
  }
}

}  // namespace scree
