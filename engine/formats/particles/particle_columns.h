#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/formats/particles/particle_file.h"

namespace scree {

/// Quantity that a column holds.
enum class ParticleQuantity : std::uint8_t { place, velocity, spin, radius, diameter };

/// Meaning of the name of a column: a quantity and its axis (0, 1, 2).
struct ColumnMeaning {
  ParticleQuantity quantity = ParticleQuantity::place;
  int axis = 0;
};
/// Meaning of a name in any spelling that common programs write: x, "Position.X", "Points:0", vx, velocity_1, wz,
/// omegax, r, radius, diameter; nothing for another name.
std::optional<ColumnMeaning> meaningOfColumn(std::string_view name);
/// Name of an array of vectors (velocity, v, linVel, omega ...) or of sizes; the axis is 0.
std::optional<ColumnMeaning> meaningOfArray(std::string_view name);

/// Column of each quantity; -1: none.
struct ParticleColumns {
  int place[3] = {-1, -1, -1};
  int velocity[3] = {-1, -1, -1};
  int spin[3] = {-1, -1, -1};
  int radius = -1;
  int diameter = -1;
  std::string twice;                ///< name that stands twice; empty: none
  bool hasColours = false;          ///< g or b stand for colours, so that r is red and no radius
  std::vector<std::size_t> unused;  ///< columns that are not read

  bool hasPlaces() const { return place[0] >= 0 && place[1] >= 0 && place[2] >= 0; }
  bool hasSizes() const { return radius >= 0 || diameter >= 0; }
};
ParticleColumns columnsOf(std::span<const std::string> names);
/// Text on which columns are read: "place from x, y, z; radius from r".
std::string mappingOf(const ParticleColumns& columns, std::span<const std::string> names);

}  // namespace scree
