#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/types.h"
#include "engine/world/split_sensors.h"

// Measures that the user places in a scene, as plain data. They read the run and never change it.
namespace scree {

/// Point of a measure: fixed in the world, or carried by a grain or a body.
struct MeasurePoint {
  Vec3 place = Vec3::Zero();          ///< m, in the world or in the frame of the body; not used with a grain
  std::optional<ParticleId> grain;    ///< grain that has the point as its centre
  std::optional<std::uint32_t> body;  ///< body that carries the point
};

/// Distance of two points.
struct MeasureRuler {
  MeasurePoint from;
  MeasurePoint to;
};

/// Angle between two lines that begin at the middle point.
struct MeasureAngle {
  std::array<MeasurePoint, 3> points;
};

/// Angle of repose of the whole bed, or of the surface in a box.
struct MeasureRepose {
  bool inBox = false;
  Pose pose;                                ///< of the box, in the world
  Vec3 halfExtents = Vec3::Constant(0.05);  ///< of the box [m]
};

/// Flow of grains through a rectangle or a disk. Grains that go along the local z count as forward.
struct MeasureFlow {
  bool isDisk = false;
  Pose pose;                 ///< centre and orientation, in the world
  double halfWidth = 0.05;   ///< half edge along local x, or the radius of the disk [m]
  double halfHeight = 0.05;  ///< half edge along local y [m]; not used by a disk
};

/// Sums over the grains in a box, a sphere or a cylinder.
struct MeasureRegion {
  SensorShape shape;
  Pose pose;  ///< in the world
};

/// One grain over time.
struct MeasureGrain {
  ParticleId grain = 0;
};

using MeasureKind = std::variant<MeasureRuler, MeasureAngle, MeasureRepose, MeasureFlow, MeasureRegion, MeasureGrain>;

/// Names of the alternatives of MeasureKind, in their order.
constexpr std::array<std::string_view, std::variant_size_v<MeasureKind>> kMeasureKindNames = {
    "ruler", "angle", "repose", "flow", "region", "grain"};

struct Measure {
  std::uint64_t id = 0;  ///< number that no other measure of the list has
  std::string name;
  bool shown = true;     ///< drawn over the picture
  bool plotted = false;  ///< has a plot over time
  MeasureKind kind;
};

using MeasureList = std::vector<Measure>;

/// True if both measure the same thing.
bool sameKind(const MeasureKind& a, const MeasureKind& b);
/// True if the lists are equal in all fields.
bool sameMeasures(const MeasureList& a, const MeasureList& b);
/// Empty for a sound measure, else what is wrong with it: sizes must be positive and everything finite.
std::string problemOf(const MeasureKind& kind);

/// Quantity that a measure gives.
struct MeasureColumn {
  const char* name;
  const char* unit;  ///< empty for a plain number
  const char* meaning;
};
/// Quantities of a kind of measure; the first one is told beside its name.
std::span<const MeasureColumn> columnsOf(const MeasureKind& kind);

}  // namespace scree
