#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace scree {

/// Who looks for members of an aggregate, number by number.
struct MemberViews {
  static constexpr std::size_t kMost = 64;
  static constexpr std::size_t kRoom = kMost + 8;  ///< a vector more to write
  template <typename T>
  using Column = std::array<T, kRoom>;

  std::size_t count = 0;
  alignas(64) Column<double> x{}, y{}, z{};  ///< places in its frame [m]
  Column<double> own{};                      ///< how far each reaches beside the members' share [m], at least 0
};

/// Cells of space with whole coordinates of so many bits, around the origin. A cell's key is its coordinates as one
/// number, to which those of steps from cell to cell are added.
constexpr unsigned kCellBits = 21;
constexpr double kFarthestCell = double{1U << (kCellBits - 1)} - 1.0;

/// Cells and the members in them.
struct MemberGrid {
  double size = 0.0;      ///< of a cell [m]
  double rounding = 0.0;  ///< share that is added to what a view reaches
  double places = 0.0;    ///< share of a view's farthest coordinate that is added as well
  double members = 0.0;   ///< that is added to a view's own reach: the share of the largest member [m]
};

/// The cells that views are in, number by number.
struct ViewHomes {
  MemberViews::Column<std::uint64_t> key;
  /// Bits of the 27 cells around it that the view reaches, x slowest, itself in the middle; or kBeyond.
  MemberViews::Column<std::uint64_t> within;

  static constexpr std::uint64_t kBeyond = UINT64_MAX;  ///< it reaches farther, or lies in a farthest one
};

void findHomes(const MemberViews& views, const MemberGrid& grid, ViewHomes& homes);

}  // namespace scree
