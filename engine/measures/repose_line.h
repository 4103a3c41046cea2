#pragma once

#include <optional>

#include "engine/measures/measure_list.h"
#include "engine/world/world.h"

namespace scree {

/// Line fitted to a surface: from `top` downhill.
struct ReposeLine {
  double angle = 0.0;            ///< slope [rad]
  Vec3 top = Vec3::Zero();       ///< upper end [m]
  Vec3 downhill = Vec3::Zero();  ///< horizontal unit vector; zero for a heap that falls to all sides
  double length = 0.0;           ///< horizontal length [m]
};

/// Line through the surface of the whole bed: in a drum that turns drumSurface(), else the cone of measurePile().
/// Nothing without grains, with too few of them for a line, and where a belt carries them. Members must have their
/// places (placeMembers()).
std::optional<ReposeLine> bedLine(const World& world);

/// Plane through the surface in a box, by least squares through the highest grain of each upright column one mean
/// diameter wide, as its line of steepest descent through the middle of these columns. Nothing with fewer than
/// kLeastColumns columns or if they lie in one line. Members must have their places.
std::optional<ReposeLine> boxLine(const World& world, const MeasureRepose& box);
constexpr std::size_t kLeastColumns = 6;

/// Line of a measure of either sort.
std::optional<ReposeLine> reposeLine(const World& world, const MeasureRepose& repose);

}  // namespace scree
