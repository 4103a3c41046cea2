#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/studies/warm_start_setups.h"
#include "engine/world/world.h"

// The scene `triaxial` as a test of a sample: consolidated once, then sheared in many ways.
namespace scree {

constexpr double kTriaxialPressure = 100.0;  // Pa, of the scene's motors on its walls
constexpr double kTriaxialSpeed = 0.01;      // m/s, of top and bottom

/// The three sides of the box between the walls [m].
std::array<double, 3> triaxialSides(const World& world);

/// What the sample is like, apart from the way to solve.
struct TriaxialSample {
  std::string name = "as the scene";
  bool againstSweeps = false;           ///< run with all setups and numbers of sweeps, not only with the reference
  bool roughWalls = false;              ///< with the grains' friction
  double wallMass = 100.0;              ///< kg
  double pressure = kTriaxialPressure;  ///< Pa
  double timeStep = 0.0;                ///< s, of the shear; 0: the scene's
  double speed = kTriaxialSpeed;        ///< m/s, of top and bottom in the shear

  /// Whether another one is consolidated in the same way, so that one state serves both.
  bool startsAs(const TriaxialSample& other) const {
    return roughWalls == other.roughWalls && wallMass == other.wallMass && pressure == other.pressure;
  }
};

/// The sample, loaded and consolidated with the preset fast; nothing when the scene is not there or a signal came.
std::optional<World> consolidated(const TriaxialSample& sample, int seed);

/// One row of a run: stresses are means over the rows' strain.
struct TriaxialPoint {
  double strain = 0.0;        ///< axial: how much shorter the sample is, of its length at the start of the shear
  double axial = 0.0;         ///< Pa, by the motors of top and bottom
  double side = 0.0;          ///< Pa, by the motors of the other walls
  double sideOnGrains = 0.0;  ///< Pa, that reach the grains: walls that speed up take the rest
};

struct TriaxialRun {
  TriaxialSample sample;
  Solver solver;
  int seed = 1;
  std::vector<TriaxialPoint> points;  ///< every step
  double overlap = 0.0;               ///< mean over contacts and steps of the critical phase, of a diameter
  double wall = 0.0;                  ///< s
  std::uint64_t faults = 0;

  /// Means over the critical phase, 10 to 25 % of strain.
  TriaxialPoint critical() const;
  /// Standard deviation of the axial stress there [Pa].
  double fluctuation() const;
  /// Means over equal parts of the strain, for a picture.
  std::vector<TriaxialPoint> curve(double part) const;
};

/// Shears a copy of a consolidated world to 25 % of strain. The pressure of the sides follows their area. Stops early
/// after a signal, then without points.
TriaxialRun sheared(const World& start, const TriaxialSample& sample, const Solver& solver, int seed);

}  // namespace scree
