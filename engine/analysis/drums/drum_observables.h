#pragma once

#include <cmath>
#include <numbers>
#include <optional>
#include <span>
#include <vector>

#include "engine/analysis/repose.h"
#include "engine/world/world.h"

// Flow in a rotating drum that may be tilted, as paper III observes it (section 5.2; METHOD.md 19.4).
namespace scree {

/// Drum that a drive turns about its own axis. Angles in its cross-section count from the top, against the motion of
/// the wall: the bottom is at 180 deg, and the bed is lifted from there towards 90 deg.
struct RotatingDrum {
  Vec3 centre = Vec3::Zero();
  Vec3 axis = Vec3::UnitX();  ///< unit vector downhill; where the drum lies, that of its rotation
  double radius = 0.0;        ///< m
  double length = 0.0;        ///< m
  double speed = 0.0;         ///< rad/s about the axis

  /// Unit vector across the axis, upwards.
  Vec3 up() const { return (Vec3::UnitZ() - axis.z() * axis).normalized(); }
  /// Unit vector across the axis, to the side to which the bed is lifted.
  Vec3 side() const { return (speed < 0.0 ? 1.0 : -1.0) * axis.cross(up()); }
};
/// First drum of a world: a hollow cylinder, or a mesh made round, that a drive turns about its axis. Gravity points
/// along -z. Nothing where there is none.
std::optional<RotatingDrum> rotatingDrum(const World& world);

/// Part of a drum in which the flow is measured, and how. Defaults are those of III 6.2.
struct DrumWindow {
  double from = -0.5;                               ///< along the axis, from the drum's centre [m]
  double to = 0.5;                                  ///< m
  double first = 135.0 * std::numbers::pi / 180.0;  ///< θ3, of the surface [rad]
  double last = 160.0 * std::numbers::pi / 180.0;   ///< θ4 [rad]
};

/// Window of the length that III 6.2 used, 1 m of a drum of 8.1 m, in the middle between the emitter and the lower end
/// of the drum; without an emitter in the middle of the drum.
DrumWindow usualWindow(const World& world, const RotatingDrum& drum);

/// What is observed at one instant. Not a number: no value, as without grains in the window.
struct DrumFlow {
  double time = 0.0;       ///< s
  double upper = 0.0;      ///< θ1, upper end of the bed at the wall [rad]
  double lower = 0.0;      ///< θ2, lower end [rad]
  double transport = 0.0;  ///< v_tr: axial speed, mean over the mass in the window [m/s]
  double axial = 0.0;      ///< v_sz of the surface [m/s]
  double across = 0.0;     ///< v_s⊥ of the surface, in the cross-section [m/s]
  double mass = 0.0;       ///< in the window [kg]

  /// θ'_r = 180 deg - (θ1 + θ2)/2 [rad]
  double angle() const { return std::numbers::pi - 0.5 * (upper + lower); }
  /// v_s: of the mean velocity of the surface [m/s]
  double surface() const { return std::hypot(axial, across); }
};

/// Flow at an instant. θ1 and θ2 are the ends of the longest arc whose layer at the wall, a twentieth of the radius and
/// at least three diameters deep, holds half of its usual number of grains. The surface is that of cells of two
/// diameters along axis and circumference: grains no more than a diameter behind the cell's second grain from the axis
/// (the first may be in flight). Its velocity is the mean over its grains. Members must have their places.
DrumFlow drumFlow(const World& world, const RotatingDrum& drum, const DrumWindow& window);

/// Fields of a drum's cross-section, summed over instants on cells of one grain (III figure 15).
struct DrumSection {
  double cell = 0.0;   ///< m
  int size = 0;        ///< number of cells along either side; the drum's axis is in the middle
  double depth = 0.0;  ///< length of the window [m]
  double instants = 0.0;
  std::vector<double> mass;    ///< by cell, rows from below, along side() first [kg]
  std::vector<Vec3> momentum;  ///< along side(), up() and the axis [kg m/s]

  double densityAt(std::size_t cell) const;  ///< kg/m³
  Vec3 velocityAt(std::size_t cell) const;   ///< m/s; zero without mass
};
/// Cells of `cell` metres over the drum.
DrumSection sectionOf(const RotatingDrum& drum, const DrumWindow& window, double cell);
/// Adds an instant: each grain counts where its centre is.
void addInstant(const World& world, const RotatingDrum& drum, const DrumWindow& window, DrumSection& section);

/// Mean and scatter over equal blocks of time of the observables; the scatter of the means of blocks is the error bar.
struct FlowMeans {
  Statistics angle;      ///< θ'_r [rad]
  Statistics transport;  ///< m/s
  Statistics surface;    ///< m/s
  Statistics axial;      ///< m/s
  Statistics across;     ///< m/s
};
/// Means of `blocks` equal parts of a series in order of time; instants without a value do not count.
FlowMeans flowMeans(std::span<const DrumFlow> flows, int blocks);

}  // namespace scree
