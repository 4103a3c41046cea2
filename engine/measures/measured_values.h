#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/measures/measure_list.h"
#include "engine/world/world.h"

// Values of measures at one instant, in the order of columnsOf().
namespace scree {

/// Place of a point of a measure [m]; nothing if its grain or body is not there.
std::optional<Vec3> placeOf(const World& world, const MeasurePoint& point);

/// Values of a ruler between two places [m].
std::array<double, 4> rulerValues(const Vec3& from, const Vec3& to);
/// Angle at `corner` between the lines to `a` and `b` [degrees]; not a number for a line of no length.
double cornerAngle(const Vec3& a, const Vec3& corner, const Vec3& b);

/// Volume of a shape [m³]; infinite for a half-space.
double volumeOf(const SensorShape& shape);
/// Values of a region. `contacts` has the number of contacts by slot; with an empty list the coordination is not known.
std::array<double, 6> regionValues(const World& world, const MeasureRegion& region,
                                   std::span<const std::uint16_t> contacts);
/// Values of a grain; all not numbers if it is not there.
std::array<double, 9> grainValues(const World& world, ParticleId id, std::span<const std::uint16_t> contacts);

}  // namespace scree
