#pragma once

#include <string>

#include "engine/world/world.h"

namespace scree {

/// Longest substep of smooth DEM for the grains and materials of a world [s]: the smallest over the grains of
/// 0.05 √(m/k) with linear springs, and of a tenth of the Rayleigh time π r √(ρ/G)/(0.1631 ν + 0.8766) with Hertz
/// springs (Thornton and Randall 1988); longer where Parameters::collisionTime makes contacts softer: 0.05 over the
/// root of the largest slope over mass. Less where forces move bodies lighter than grains. Infinite without grains.
double stableStep(const World& world);
/// The same with another collision time [s].
double stableStep(const World& world, double collisionTime);

/// Number of substeps into which smooth DEM divides the time step.
double smoothSubsteps(const World& world);

/// Reason why smooth DEM cannot step a world, and what to do; both are empty if it can, or if the world has another
/// method.
struct SmoothRefusal {
  std::string what;
  std::string remedy;
  bool isOfCollisions = false;  ///< of Parameters::collisionTime

  bool isOne() const { return !what.empty(); }
  /// Both in one sentence.
  std::string text() const { return isOne() ? what + ": " + remedy : std::string(); }
};
SmoothRefusal refusalOfSmooth(const World& world);

}  // namespace scree
