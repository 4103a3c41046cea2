#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/geometry/mesh.h"

namespace scree {

/// Places on triangles that are nearest to a point.
struct NearestLanes {
  static constexpr std::size_t kMost = 64;  ///< triangles at once: a bit of a word each

  std::array<double, kMost> x, y, z;       ///< coordinates [m]
  std::array<double, kMost> squared;       ///< squared distances [m²]
  std::array<std::uint64_t, kMost> parts;  ///< part of the triangle: 0 to 2 its corners, 3 to 5 its edges, 6 its inside
};

/// Finds the nearest places on the triangles at `places`, NearestLanes::kMost at most, in the order of the tree, to
/// `centre` in the mesh's frame [m]: what nearestOnTriangle() gives, to the bit. The bit of a triangle is set where its
/// squared distance is no more than `limit` [m²]; for the others the numbers are the same.
std::uint64_t nearestOnTriangles(const MeshTree& tree, std::span<const std::uint32_t> places, const Vec3& centre,
                                 double limit, NearestLanes& found);

}  // namespace scree
