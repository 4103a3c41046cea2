#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/prefetch.h"
#include "engine/base/types.h"
#include "engine/members/member_homes.h"
#include "engine/members/sphere_lanes.h"

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
  friend class MemberSearch;

  static constexpr std::size_t kInCell = SphereLanes::kCount;
  static constexpr std::uint32_t kNone = UINT32_MAX;
  static constexpr std::uint64_t kNoKey = UINT64_MAX;
  using Coordinates = std::array<std::int32_t, 3>;
  struct Place {
    std::uint64_t key = kNoKey;  ///< or that of a place that holds something or has something around it, or did
    std::uint32_t cell = kNone;  ///< its first cell, or kNone if it never held anything
    /// Bits of the places around it that hold something, itself included, in the order of `neighbour`; and kIsChain.
    std::uint32_t around = 0;
  };
  struct Cell {
    Coordinates at{};
    std::uint32_t count = 0;
    std::uint32_t next = kNone;  ///< cell of the same place, or kNone
    std::uint32_t held = 0;      ///< first cell of a place: entries of all its cells
    SphereLanes spheres;         ///< those behind the last entry are so far away that nothing meets them
    std::array<std::uint32_t, kInCell> slot;

    Cell();
    Entry entry(std::size_t i) const { return {spheres.x[i], spheres.y[i], spheres.z[i], spheres.radius[i], slot[i]}; }
    void set(std::size_t i, const Entry& entry);
  };

  static constexpr int kPlaces = 27;                                 ///< around one, itself included
  static constexpr std::uint32_t kIsChain = std::uint32_t{1} << 31;  ///< a place's first cell has a next one
  static constexpr unsigned kBits = kCellBits;
  static constexpr double kFarthest = kFarthestCell;
  static constexpr float kRounding = 1e-5F;  ///< of the distance, and of the coordinates
  /// Share of a coordinate that rounding it to float moves a member by, at most and with room to spare: into a cell
  /// beside the one that its own place lies in. Which cells there are depends on who was here before, what is found
  /// must not.
  static constexpr double kPlaceRounding = 1e-6;

  Coordinates coordinatesOf(const Vec3& local) const {
    const auto part = [&](double u) {
      const double inside = std::clamp(u / size_, -kFarthest, kFarthest);
      const auto towardsZero = static_cast<std::int32_t>(inside);
      return towardsZero - (inside < towardsZero ? 1 : 0);
    };
    return {part(local.x()), part(local.y()), part(local.z())};
  }
  /// Whether the places around one are told apart, as those in the farthest ones are not.
  static bool isWellInside(const Coordinates& at) {
    constexpr auto kEdge = static_cast<std::int32_t>(kFarthest);
    return std::all_of(at.begin(), at.end(), [](std::int32_t u) { return u > -kEdge && u < kEdge; });
  }
  /// Coordinates as one number, to which those of steps from place to place are added.
  static constexpr std::uint64_t keyOf(const Coordinates& at) {
    constexpr std::uint64_t kOffset = std::uint64_t{1} << (kBits - 1);
    return ((static_cast<std::uint64_t>(at[0]) + kOffset) << (2 * kBits)) +
           ((static_cast<std::uint64_t>(at[1]) + kOffset) << kBits) + (static_cast<std::uint64_t>(at[2]) + kOffset);
  }
  std::size_t placeOf(std::uint64_t key) const {
    // The upper bits of the product depend on all bits of the key. Four along z are side by side, in a cache line.
    const std::uint64_t four = ((key >> 2U) * 0x9E3779B97F4A7C15ULL) >> (std::countl_zero(table_.size()) + 3);
    return static_cast<std::size_t>(four << 2U | (key & 3U));
  }
  /// One of the 27 places around another, x slowest; 13 is that place itself.
  static constexpr Coordinates neighbour(const Coordinates& at, int which) {
    return {at[0] + which / 9 - 1, at[1] + which / 3 % 3 - 1, at[2] + which % 3 - 1};
  }
  /// What is farther along an axis than this from `local` does not meet, by its rounded place either [m].
  double reachOf(const Vec3& local, double own, double share) const {
    return (1.0 + double{kRounding}) * (own + share * largest_) + kPlaceRounding * local.cwiseAbs().maxCoeff();
  }
  static float roundedUp(double own, const Eigen::Vector3f& at) {
    return static_cast<float>(own) * (1.0F + kRounding) + 1e-6F * at.cwiseAbs().maxCoeff();
  }
  /// Bits of the places around `home`, in which `local` is, that a box of that reach about it gets to.
  std::uint32_t placesWithin(const Vec3& local, const Coordinates& home, double reach) const;
  /// Calls use(slot) for the entries of one place that meet.
  template <typename Use>
  void forMeetingAt(std::uint32_t cell, const Eigen::Vector3f& at, float own, float share, Use use) const;
  /// Where a place is in the table, or where it would go.
  std::size_t slotOf(std::uint64_t key) const {
    std::size_t slot = placeOf(key);
    while (table_[slot].key != key && table_[slot].key != kNoKey) {
      slot = (slot + 1) & (table_.size() - 1);
    }
    return slot;
  }
  std::uint32_t find(const Coordinates& at) const { return table_[slotOf(keyOf(at))].cell; }
  /// The one in the table, put in where there is none; the table has room.
  Place& placeAt(const Coordinates& at);
  /// Tells the places around one that it holds something, or nothing any more.
  void tellAround(const Coordinates& at, bool holds);
  void growTable();
  void rebuild(double size);

  std::vector<Place> table_;  ///< open addressing, a power of two; places and cells stay when they become empty
  std::vector<Cell> cells_;
  std::size_t places_ = 0;  ///< in the table
  std::size_t count_ = 0;
  double size_ = 0.0;  ///< of a cell [m]
  double largest_ = 0.0;
  Bounds bounds_{Vec3::Constant(1e300), Vec3::Constant(-1e300)};
};

inline std::uint32_t MemberCells::placesWithin(const Vec3& local, const Coordinates& home, double reach) const {
  // By which layers of the three along each axis are reached: the middle one always.
  constexpr std::array<std::uint32_t, 8> kX = {0, 0, 0777 << 9, 0777777, 0, 0, 0777777 << 9, 0777777777};
  constexpr std::array<std::uint32_t, 8> kY = {0, 0, 0070070070, 0077077077, 0, 0, 0770770770, 0777777777};
  constexpr std::array<std::uint32_t, 8> kZ = {0, 0, 0222222222, 0333333333, 0, 0, 0666666666, 0777777777};
  std::array<std::size_t, 3> layers{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double lower = size_ * home[axis];
    const double at = local[static_cast<Eigen::Index>(axis)];
    layers[axis] = (at - reach < lower ? 1U : 0U) | 2U | (at + reach >= lower + size_ ? 4U : 0U);
  }
  return kX[layers[0]] & kY[layers[1]] & kZ[layers[2]];
}

template <typename Use>
void MemberCells::forMeetingAt(std::uint32_t cell, const Eigen::Vector3f& at, float own, float share, Use use) const {
  for (; cell != kNone; cell = cells_[cell].next) {
    const Cell& home = cells_[cell];
    for (std::uint32_t set = meetingLanes(home.spheres, at.x(), at.y(), at.z(), own, share); set != 0; set &= set - 1) {
      use(home.slot[static_cast<std::size_t>(std::countr_zero(set))]);
    }
  }
}

template <typename Use>
void MemberCells::forMeeting(const Vec3& local, double own, double share, Use use) const {
  if (count_ == 0) {
    return;
  }
  const Eigen::Vector3f at = local.cast<float>();
  const float ownLimit = roundedUp(own, at);
  const float shareLimit = static_cast<float>(share) * (1.0F + kRounding);
  const double reach = reachOf(local, own, share);
  const Coordinates home = coordinatesOf(local);
  if (reach <= size_ && isWellInside(home)) {
    // Mostly nothing is near, which the home itself tells.
    const std::uint32_t around = table_[slotOf(keyOf(home))].around;
    for (std::uint32_t set = around == 0 ? 0 : around & placesWithin(local, home, reach); set != 0; set &= set - 1) {
      forMeetingAt(find(neighbour(home, std::countr_zero(set))), at, ownLimit, shareLimit, use);
    }
    return;
  }
  const Coordinates from = coordinatesOf((local - Vec3::Constant(reach)).cwiseMax(bounds_.lower));
  const Coordinates to = coordinatesOf((local + Vec3::Constant(reach)).cwiseMin(bounds_.upper));
  for (std::int32_t x = from[0]; x <= to[0]; ++x) {
    for (std::int32_t y = from[1]; y <= to[1]; ++y) {
      for (std::int32_t z = from[2]; z <= to[2]; ++z) {
        forMeetingAt(find({x, y, z}), at, ownLimit, shareLimit, use);
      }
    }
  }
}

template <typename Use>
void MemberCells::forBox(const Vec3& lower, const Vec3& upper, Use use) const {
  if (count_ == 0) {
    return;
  }
  const Vec3 rounding = kPlaceRounding * lower.cwiseAbs().cwiseMax(upper.cwiseAbs());
  const Coordinates from = coordinatesOf((lower - rounding).cwiseMax(bounds_.lower));
  const Coordinates to = coordinatesOf((upper + rounding).cwiseMin(bounds_.upper));
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
