#pragma once

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "engine/world/particles.h"

// Angles of repose, read off particles in one documented way for tests, experiments and the window.
namespace scree {

/// A horizontal drum: gravity along -z, axis horizontal through `centre`.
struct DrumFrame {
  Vec3 centre = Vec3::Zero();
  Vec3 axis = Vec3::UnitY();  ///< unit
  double radius = 0.26;       ///< m
};

/// Dynamic angle of repose [rad] as paper W measures it: the angle between the vertical and the line from the drum's
/// axis to the centre of mass of the particles. Positive where rotation about +axis lifts the material. 0 without
/// particles.
double drumAngleByMass(const Particles& particles, const DrumFrame& frame);

/// A line through the free surface of a drum's bed.
struct DrumSurface {
  double angle = 0.0;   ///< rad, positive as of drumAngleByMass
  double height = 0.0;  ///< m: of the line at the axis, above it
};
/// Per vertical slice one mean diameter wide the highest particle centre, over the middle `share` of the drum's
/// diameter (default half), least squares. Level at the axis when fewer than three slices hold particles.
DrumSurface drumSurface(const Particles& particles, const DrumFrame& frame, double share = 0.5);
/// Dynamic angle of repose [rad] as the slope of that line.
double drumAngleBySurface(const Particles& particles, const DrumFrame& frame, double share = 0.5);

/// Of R Ω: below it grains count as going with the drum (W 4.3).
constexpr double kPlugThreshold = 0.15;
/// Share of particles in the plug: speed relative to the drum's rigid rotation under `threshold` times R Ω.
double plugFraction(const Particles& particles, const DrumFrame& frame, double angularSpeed,
                    double threshold = kPlugThreshold);

/// Sums over the grains of a drum that lie so and so deep under the line through its surface.
struct DrumLayer {
  double grains = 0.0;
  double speed = 0.0;    ///< m/s, against the drum's rotation
  double plug = 0.0;     ///< those of them that go with the drum
  double members = 0.0;  ///< those that `isMember`
};
constexpr std::size_t kDrumLayers = 13;
/// By depths of one `diameter` [m] each, at a right angle to the surface; what is deeper is in the last one, what is
/// above the line in the first.
std::array<DrumLayer, kDrumLayers> drumLayers(const Particles& particles, const DrumFrame& frame, double angularSpeed,
                                              double diameter, const std::function<bool(std::size_t)>& isMember);

/// A conical pile on a floor.
struct PileShape {
  double height = 0.0;  ///< m: mean of the tops of the kPeakCount highest particles above the floor
  double radius = 0.0;  ///< m: radius about the axis within which 90 % of the mass lies
  double angle = 0.0;   ///< rad: slope of the surface, fitted between 20 % and 80 % of the cone's extent
};
constexpr std::size_t kPeakCount = 5;

/// The pile's axis is vertical through its centre of mass. Its surface is the mean over eight sectors of the highest
/// particle centre in rings one mean diameter wide; the fitted stretch runs from 0.2 to 0.8 of the radius where that
/// surface comes down to one diameter above the floor. Particles lying alone, touching nothing of the pile, widen no
/// ring that has less than half of its sectors filled.
PileShape measurePile(const Particles& particles, double floorHeight);

/// Where a slope is looked at: from `origin` downhill.
struct SlopeFrame {
  Vec3 origin = Vec3::Zero();     ///< on the floor, at or behind the crest
  Vec3 downhill = Vec3::UnitX();  ///< unit, horizontal
  double halfWidth = 0.1;         ///< m: how far to both sides particles count
};

/// Slope [rad] of a surface that falls from a crest to a foot, as of a heap against a wall or one side of a ridge. The
/// surface is the mean, over cells one mean diameter wide across the slope, of the highest particle centre in columns
/// one mean diameter wide downhill. The crest is its highest column, the foot the first one beyond it that is not
/// higher than one diameter above the floor or has less than half of its cells filled; fitted by least squares is the
/// stretch between `from` and `to` of the way from crest to foot. 0 when fewer than three columns are left.
double slopeAngle(const Particles& particles, const SlopeFrame& frame, double from = 0.2, double to = 0.8);

/// Mean, standard deviation and count of a series.
struct Statistics {
  double mean = 0.0;
  double deviation = 0.0;
  std::size_t count = 0;
};
Statistics statisticsOf(std::span<const double> values);

}  // namespace scree
