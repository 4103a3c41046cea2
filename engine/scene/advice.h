#pragma once

#include <string>
#include <vector>

#include "engine/world/world.h"

namespace scree {

/// Advice on time step and sweeps, as numbers and in sentences. Lengths of the system are in diameters.
struct Advice {
  double tolerance = 0.01;            ///< ε: overlap error over diameter that is aimed at
  double diameter = 0.0;              ///< m, the smallest in the scene; 0 when there are no particles
  double meanDiameter = 0.0;          ///< m
  double impactSpeed = 0.0;           ///< m/s, fastest approach expected at the start or under an emitter
  double particleSpeed = 0.0;         ///< m/s, of the fastest particle expected, without what bodies throw
  double flowSpeed = 0.0;             ///< m/s, expected between neighbours in a dense flow that a body drives
  double stepForGravity = 0.0;        ///< s, sqrt(2 ε d/g); infinite without gravity
  double stepForFlow = 0.0;           ///< s, ε d/u of the flow; infinite when nothing drives one
  double stepForImpacts = 0.0;        ///< s, ε d/u of the fastest impact; infinite when there is none
  double timeStep = 0.0;              ///< s, the smallest of the three
  double height = 0.0;                ///< n, of the material along gravity
  double width = 0.0;                 ///< across gravity
  double inertialNumber = 0.0;        ///< I
  double roughSweeps = 0.0;           ///< 0.1 n/ε
  double sweeps = 0.0;                ///< full rule, cold start
  double stiffness = 0.0;             ///< k Δt²/m of contacts half way down, the largest over the materials
  double overlapAtRest = 0.0;         ///< δ/d that the material's own stiffness gives at the bottom
  double overlapAtImpact = 0.0;       ///< δ/d that the fastest impact can reach in one step
  bool timeStepFits = true;           ///< for gravity and flow: what a dense bed needs
  bool sweepsFit = true;              ///< with a third of the sweeps when warm started from history
  std::vector<std::string> notes;     ///< how the numbers came about and whether the scene's settings satisfy them
  std::vector<std::string> warnings;  ///< what may surprise
};

/// Rules of Servin et al. (2014): Δt <= min(ε d/u_n, sqrt(2 ε d/g)), N_it = 0.1 n/ε, and eq. 41. Height and width are
/// estimates from the particles that are there and those that emitters will add (packing 0.6, slope 35°).
Advice adviseStep(const World& world, double tolerance = 0.01);

/// Eq. 41 of Servin et al. (2014): Gauss-Seidel sweeps for a mean overlap error ε, with height l along gravity and
/// width w in diameters and inertial number I.
double sweepRule(double tolerance, double height, double width, double inertialNumber);

}  // namespace scree
