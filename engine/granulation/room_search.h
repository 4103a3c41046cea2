#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/contacts/surfaces.h"
#include "engine/world/world.h"

namespace scree {

/// Finds the room that grains and shapes leave at a place. Made anew for each step with changes.
class RoomSearch {
 public:
  explicit RoomSearch(const World& world);

  /// Radius of the largest sphere at a place that overlaps none of the grains but those of slots `a` and `b`, nor a
  /// shape, up to `most` [m]; below 0 inside of something.
  double radiusAt(const Vec3& place, double most, std::uint32_t a, std::uint32_t b) const;
  /// A grain has come to be, or to another place. Those that are gone have a radius of 0.
  void add(std::uint32_t slot);

 private:
  std::uint64_t keyOf(const Vec3& place) const;

  const World& world_;
  double cell_ = 1.0;     ///< m
  double largest_ = 0.0;  ///< radius [m]
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> cells_;
  PlacedShapes shapes_;
};

}  // namespace scree
