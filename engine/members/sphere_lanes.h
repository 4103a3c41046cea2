#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace scree {

/// Spheres side by side, for one comparison with all of them.
struct SphereLanes {
  static constexpr std::size_t kCount = 16;
  alignas(64) std::array<float, kCount> x, y, z;  ///< centres [m]
  std::array<float, kCount> radius;               ///< m
};

/// Bits of those whose centre is no farther from a place than `own` plus `share` of their radius [m]. All instruction
/// sets round alike.
std::uint32_t meetingLanes(const SphereLanes& spheres, float x, float y, float z, float own, float share);

/// A place that looks at such spheres.
struct SphereLook {
  const SphereLanes* spheres;
  float x, y, z;  ///< m
  float own;      ///< m
};
/// The same for many, in their order.
void meetingLanes(std::span<const SphereLook> looks, float share, std::uint32_t* meeting);

}  // namespace scree
