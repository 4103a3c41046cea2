#pragma once

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "engine/world/particles.h"

// Angles of repose from the places of particles, defined once for tests, experiments and the window.
namespace scree {

/// Horizontal drum: gravity along -z, axis horizontal through `centre`.
struct DrumFrame {
  Vec3 centre = Vec3::Zero();
  Vec3 axis = Vec3::UnitY();  ///< unit vector
  double radius = 0.26;       ///< m
};

/// Dynamic angle of repose [rad] as paper W measures it: the angle between the vertical and the line from the drum's
/// axis to the centre of mass of the particles. Positive where rotation about +axis lifts the material. 0 without
/// particles.
double drumAngleByMass(const Particles& particles, const DrumFrame& frame);

/// Straight line through the free surface of a drum's bed.
struct DrumSurface {
  double angle = 0.0;   ///< slope of the line [rad], positive as in drumAngleByMass()
  double height = 0.0;  ///< height of the line above the drum's axis, at the axis [m]
};
/// Fits a line by least squares to the highest particle centre of each vertical slice, one mean diameter wide, over the
/// middle `share` of the drum's diameter (default half). Returns a level line at the axis when fewer than three slices
/// hold particles.
DrumSurface drumSurface(const Particles& particles, const DrumFrame& frame, double share = 0.5);
/// Dynamic angle of repose [rad]: slope of drumSurface().
double drumAngleBySurface(const Particles& particles, const DrumFrame& frame, double share = 0.5);

/// Plug threshold: share of R Ω up to which grains count as going with the drum (W 4.3).
constexpr double kPlugThreshold = 0.15;
/// Share of particles in the plug: their speed against the drum's rigid rotation, `angularSpeed` in rad/s, is at most
/// `threshold` times R Ω. 0 without particles.
double plugFraction(const Particles& particles, const DrumFrame& frame, double angularSpeed,
                    double threshold = kPlugThreshold);

/// Sums over the grains of a drum in a range of depths below the surface line.
struct DrumLayer {
  double grains = 0.0;   ///< number of grains
  double speed = 0.0;    ///< sum of speeds against the drum's rotation [m/s]
  double plug = 0.0;     ///< number of grains that go with the drum, by kPlugThreshold
  double members = 0.0;  ///< number of grains for which `isMember` is true
};
constexpr std::size_t kDrumLayers = 13;
/// Sums by depth, in layers of one `diameter` [m] at a right angle to the surface line; deeper grains count in the last
/// layer, grains above the line in the first. `isMember` takes a slot.
std::array<DrumLayer, kDrumLayers> drumLayers(const Particles& particles, const DrumFrame& frame, double angularSpeed,
                                              double diameter, const std::function<bool(std::size_t)>& isMember);

/// Shape of a conical pile on a floor.
struct PileShape {
  double height = 0.0;       ///< mean of the tops of the kPeakCount highest particles above the floor [m]
  double radius = 0.0;       ///< radius about the axis within which 90 % of the mass lies [m]
  double angle = 0.0;        ///< slope of the surface [rad], fitted between 20 % and 80 % of the cone's extent
  Vec3 axis = Vec3::Zero();  ///< centre of mass, through which the vertical axis goes [m]
  double crest = 0.0;        ///< height of the fitted line at the axis, above the floor [m]
  double foot = 0.0;         ///< extent of the cone from the axis [m]; 0 if too few rings are left for a line
};
constexpr std::size_t kPeakCount = 5;

/// Measures a pile on a floor at `floorHeight` [m]. Its axis is vertical through the centre of mass. Its surface is the
/// mean over eight sectors of the highest particle centre in rings one mean diameter wide; the fit runs from 0.2 to 0.8
/// of the radius at which the surface comes down to one diameter above the floor. The surface ends at the first ring
/// with less than half of its sectors filled, so that particles that lie alone do not widen it. All 0 without
/// particles.
PileShape measurePile(const Particles& particles, double floorHeight);

/// Frame in which a slope is measured: from `origin` downhill.
struct SlopeFrame {
  Vec3 origin = Vec3::Zero();     ///< point on the floor, at or behind the crest [m]
  Vec3 downhill = Vec3::UnitX();  ///< horizontal unit vector
  double halfWidth = 0.1;         ///< distance to both sides within which particles count [m]
};

/// Slope [rad] of a surface that falls from a crest to a foot, as of a heap against a wall or one side of a ridge. The
/// surface is the mean, over cells one mean diameter wide across the slope, of the highest particle centre in columns
/// one mean diameter wide downhill. The crest is its highest column. The foot is the first column beyond the crest that
/// is not higher than one diameter above the floor or has less than half of its cells filled. The line is fitted by
/// least squares between `from` and `to` of the way from crest to foot. 0 when fewer than three columns are left.
double slopeAngle(const Particles& particles, const SlopeFrame& frame, double from = 0.2, double to = 0.8);

/// Mean, standard deviation and count of a series.
struct Statistics {
  double mean = 0.0;
  double deviation = 0.0;
  std::size_t count = 0;
};
Statistics statisticsOf(std::span<const double> values);

}  // namespace scree
