#pragma once

#include <string>
#include <vector>

#include "engine/world/world.h"

namespace scree {

/// Advice on time step and sweeps, as numbers and as sentences. `height` and `width` are in diameters.
struct Advice {
  double tolerance = 0.01;       ///< ε: intended overlap error over the diameter
  double diameter = 0.0;         ///< smallest diameter in the scene [m]; 0 when there are no particles
  double meanDiameter = 0.0;     ///< mean diameter in the scene [m]
  double impactSpeed = 0.0;      ///< fastest approach expected at the start, under an emitter or at a moving body [m/s]
  double particleSpeed = 0.0;    ///< speed of the fastest particle expected, without particles that bodies throw [m/s]
  double flowSpeed = 0.0;        ///< speed expected between neighbours in a dense flow that a body drives [m/s]
  double turningSpeed = 0.0;     ///< speed of the fastest surface of a body that turns material [m/s]
  double stepForGravity = 0.0;   ///< sqrt(2 ε d/g) [s]; infinite without gravity
  double stepForFlow = 0.0;      ///< ε d/u of the flow [s]; infinite when nothing drives one
  double stepForImpacts = 0.0;   ///< ε d/u of the fastest impact [s]; infinite when there is none
  double timeStep = 0.0;         ///< smallest of the three steps [s]
  double smoothStep = 0.0;       ///< longest substep of smooth DEM [s]; infinite without particles at the start
  double height = 0.0;           ///< n: height of the material along gravity
  double width = 0.0;            ///< width of the material across gravity
  double inertialNumber = 0.0;   ///< inertial number I
  double roughSweeps = 0.0;      ///< sweeps by the rough rule 0.1 n/ε
  double sweeps = 0.0;           ///< sweeps by sweepRule(), from a cold start
  double stiffness = 0.0;        ///< k Δt²/m of contacts half way down, the largest over the materials
  double overlapAtRest = 0.0;    ///< δ/d at the bottom by the material's own stiffness
  double overlapAtImpact = 0.0;  ///< δ/d that the fastest impact can reach in one step
  bool timeStepFits = true;      ///< the scene's step is small enough for gravity and flow, which a dense bed needs
  bool sweepsFit = true;         ///< the scene's sweeps are enough, given its warm start and substeps
  std::vector<std::string> notes;     ///< derivation of the numbers, and whether the settings of the scene satisfy them
  std::vector<std::string> warnings;  ///< settings with surprising results
};

/// Applies the rules of Servin et al. (2014): Δt <= min(ε d/u_n, sqrt(2 ε d/g)), N_it = 0.1 n/ε, and eq. 41, for warm
/// starts with constants of Scree's own (warmSweepRule()). Height and width are estimates from the particles at the
/// start and those that emitters will add (packing 0.6, slope 35°).
Advice adviseStep(const World& world, double tolerance = 0.01);

}  // namespace scree
