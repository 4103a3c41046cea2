#pragma once

#include <optional>
#include <string>

#include "engine/planning/step_costs.h"

// Step, sweeps and cost of a bed, predicted without a run.
namespace scree {

/// The bed. Two of grains, height and width give the third; grains alone lie as high as wide.
struct PlannedBed {
  std::optional<double> grains;
  std::optional<double> height;    ///< l: along gravity [diameters]
  std::optional<double> width;     ///< w: across gravity [diameters]
  double diameter = 0.01;          ///< m
  double density = 2500.0;         ///< of a grain [kg/m³]
  double gravity = 9.81;           ///< m/s²
  double inertialNumber = 0.0;     ///< I: 0 at rest, 0.1 in a fast dense flow
  std::optional<double> speed;     ///< of neighbours against each other [m/s]; empty: what follows from I
  std::optional<double> fastest;   ///< speed of the fastest grain [m/s]; empty: neighbours' speed over the whole height
  std::optional<double> contacts;  ///< a grain; empty: measured ones, see standardContacts()
};

/// Stiffness of the grains.
struct PlannedLaw {
  double youngsModulus = 1e7;       ///< E of Hertz's law [Pa]
  double poissonRatio = 0.3;        ///< that of the paper's table I
  std::optional<double> stiffness;  ///< k of a linear law [N/m], in place of Hertz's
};

/// How Scree is to solve it. Defaults are those of the preset default.
struct PlannedSolver {
  std::optional<double> step;    ///< s; empty: what the bed asks for
  std::optional<double> sweeps;  ///< a substep; empty: 8, or more where the tolerance asks for them
  int substeps = 4;              ///< a step, at least
  int mostSubsteps = 16;         ///< of contacts that are stiff
  bool isWarm = true;            ///< solves begin with the forces of the last step
  bool hasBodies = false;        ///< forces move bodies, too
  int impactSweeps = 0;          ///< a substep, for impacts alone
};

struct PlanInput {
  PlannedBed bed;
  PlannedLaw law;
  PlannedSolver solver;
  double tolerance = 0.01;           ///< ε: mean overlap error over the diameter
  std::optional<double> smoothStep;  ///< substep of Scree's smooth DEM [s]; empty: what the law and the grains ask for
  std::optional<double> mostStep;    ///< longest step of nonsmooth DEM [s]: the paper cuts it for stiff grains
  double seconds = 1.0;              ///< simulated time of the run [s]
  int threads = 1;
  double level = 0.0;  ///< h: share of the grains that are merged
};

/// One way to step the bed.
struct PlannedWay {
  double step = 0.0;         ///< s
  double substeps = 1.0;     ///< a step
  double sweeps = 0.0;       ///< a step; 0 for smooth DEM
  double stepSeconds = 0.0;  ///< processor time of a step on one core [s]
  double effort = 0.0;       ///< the same for a simulated second: τ/τ_real
  double seconds = 0.0;      ///< of the run on the threads [s]

  bool operator==(const PlannedWay&) const = default;
};

struct Plan {
  double grains = 0.0;
  double height = 0.0;         ///< diameters
  double width = 0.0;          ///< diameters
  double speed = 0.0;          ///< of neighbours against each other [m/s]
  double contacts = 0.0;       ///< in all, as Scree has them
  PlannedWay smooth;           ///< paper's constants
  PlannedWay nonsmooth;        ///< paper's constants, its sweeps from a cold start, one contact a grain
  PlannedWay scree;            ///< costs of this machine
  PlannedWay screeSmooth;      ///< method smooth of Scree, by substeps; costs of this machine
  double sweepsAdvised = 0.0;  ///< a substep of Scree, for the tolerance, from its start of a solve
  double merged = 0.0;         ///< time of Scree's run at the reduction level [s]
  double memory = 0.0;         ///< of Scree's run [bytes]

  /// τ_NDEM/τ_SDEM of the paper's eq. 39: below 1 nonsmooth DEM is faster.
  double ratio() const { return nonsmooth.effort / smooth.effort; }
};

/// Changes the number of grains of a bed that has one, which gets wider or narrower.
void setGrains(PlannedBed& bed, double grains);

/// Contacts a grain in the sweeps of Scree for dense beds of such a width, those with walls and close ones included.
double standardContacts(double width);

/// Substep of Scree's smooth DEM for grains of such a law, density and diameter [s], as stableStep() takes it.
double soundSubstep(const PlannedLaw& law, double density, double diameter);

/// Reason why there is no plan for this input, naming the quantity; empty if there is one.
std::string complaintOn(const PlanInput& input);

/// The plan for an input without a complaint.
Plan planOf(const PlanInput& input, const StepCosts& costs = {});

}  // namespace scree
