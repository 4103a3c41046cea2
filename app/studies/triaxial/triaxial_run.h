#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/studies/warm_start_setups.h"
#include "engine/world/world.h"

// Triaxial test in the scene `triaxial`: a sample is consolidated once and then sheared with several solvers.
namespace scree {

constexpr double kTriaxialPressure = 100.0;  // pressure of the scene's motors on the walls [Pa]
constexpr double kTriaxialSpeed = 0.01;      // speed of top and bottom [m/s]

/// Lengths of the three sides of the box between the walls [m].
std::array<double, 3> triaxialSides(const World& world);

/// Settings of a sample, without the solver.
struct TriaxialSample {
  std::string name = "as the scene";
  bool againstSweeps = false;           ///< run with all setups and numbers of sweeps, not only with the reference
  bool roughWalls = false;              ///< walls have the friction of the grains
  double wallMass = 100.0;              ///< mass of a wall [kg]
  double pressure = kTriaxialPressure;  ///< pressure of the motors [Pa]
  double timeStep = 0.0;                ///< time step of the shear [s]; 0: the scene's
  double speed = kTriaxialSpeed;        ///< speed of top and bottom in the shear [m/s]

  /// True if `other` is consolidated in the same way, so that both can start from one state.
  bool startsAs(const TriaxialSample& other) const {
    return roughWalls == other.roughWalls && wallMass == other.wallMass && pressure == other.pressure;
  }
};

/// Loads a sample and consolidates it with the preset fast. Empty optional after a signal or if the scene does not
/// load.
std::optional<World> consolidated(const TriaxialSample& sample, int seed);

/// State of a sample in a step, or a mean over several steps.
struct TriaxialPoint {
  double strain = 0.0;        ///< axial strain: shortening over the length at the start of the shear
  double axial = 0.0;         ///< axial stress by the motors of top and bottom [Pa]
  double side = 0.0;          ///< stress by the motors of the side walls [Pa]
  double sideOnGrains = 0.0;  ///< stress of the side walls on the grains [Pa]: `side` without the inertia of the walls
};

struct TriaxialRun {
  TriaxialSample sample;
  Solver solver;
  int seed = 1;
  std::vector<TriaxialPoint> points;  ///< state of every step
  double overlap = 0.0;               ///< overlap over diameter, mean over contacts and steps of the critical phase
  double wall = 0.0;                  ///< wall time [s]
  std::uint64_t faults = 0;

  /// Means over the critical phase, 10 to 25 % of strain.
  TriaxialPoint critical() const;
  /// Standard deviation of the axial stress in the critical phase [Pa].
  double fluctuation() const;
  /// Means over equal parts of the strain, for plots.
  std::vector<TriaxialPoint> curve(double part) const;
};

/// Shears a copy of a consolidated world to 25 % of strain. The forces on the sides follow their area. After a signal
/// the run stops early and has no points.
TriaxialRun sheared(const World& start, const TriaxialSample& sample, const Solver& solver, int seed);

}  // namespace scree
