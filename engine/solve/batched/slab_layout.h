#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "engine/contacts/contact_list.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// Slabs of about as many particles each along one axis, and a grid of columns across it that brings neighbours near
/// each other in memory.
struct SlabLayout {
  static constexpr std::size_t kSlices = 1024;

  Vec3 origin = Vec3::Zero();
  std::array<int, 3> axes{};  ///< the slabs' axis first
  double side = 0.0;          ///< of the periodic box along the slabs' axis [m]; 0: it is not periodic
  double slice = 1.0;         ///< thickness of the slices that slabs are made of [m]
  double cell = 1.0;          ///< width of a column across [m]
  std::size_t slabs = 1;
  unsigned bits = 0;                                ///< the columns across are 2^bits by 2^bits
  std::array<std::uint8_t, kSlices> slabOfSlice{};  ///< slab of each slice, ascending

  /// Distance along an axis that slabs count [m]. Of a periodic one that to the nearer side: two that touch across it
  /// are as near each other there as they are, so that the slabs still make a row and no ring.
  static double along(double from, double side) {
    if (!(side > 0.0)) {
      return from;
    }
    const double inside = from - side * std::floor(from / side);
    return std::min(inside, side - inside);
  }

  std::size_t sliceOf(const Vec3& position) const {
    const double x = along(position[axes[0]] - origin[axes[0]], side) / slice;
    // Written so that what is no number is in the first one.
    return x > 0.0 ? static_cast<std::size_t>(std::min(x, double{kSlices} - 1.0)) : 0U;
  }
};

/// Chooses the layout for the free particles and the contacts of the step (METHOD.md 5.3). No contact reaches beyond
/// the next slab.
SlabLayout chooseLayout(const World& world, const StepContext& context, const ContactList& list);

/// The bits of x and y in turns; of their lower 16.
inline std::uint32_t interleaved(std::uint32_t x, std::uint32_t y) {
  const auto spread = [](std::uint32_t v) {
    v = (v | (v << 8)) & 0x00ff00ffU;
    v = (v | (v << 4)) & 0x0f0f0f0fU;
    v = (v | (v << 2)) & 0x33333333U;
    return (v | (v << 1)) & 0x55555555U;
  };
  return spread(x) | (spread(y) << 1);
}

/// Sort key of a position: the number of its slab, then that of its column in the lower 2 * layout.bits bits.
inline std::uint32_t keyOf(const SlabLayout& layout, const Vec3& position) {
  const double last = static_cast<double>(1U << layout.bits) - 1.0;
  const auto column = [&](std::size_t i) {
    const double x = (position[layout.axes[i]] - layout.origin[layout.axes[i]]) / layout.cell;
    return x > 0.0 ? static_cast<std::uint32_t>(std::min(x, last)) : 0U;
  };
  const std::uint32_t slab = layout.slabOfSlice[layout.sliceOf(position)];
  return slab << (2 * layout.bits) | interleaved(column(1), column(2));
}

}  // namespace scree
