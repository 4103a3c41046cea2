#pragma once

#include <string>
#include <vector>

#include "engine/settings/parameters.h"
#include "engine/settings/presets.h"

namespace scree {

/// Settings of the solver without the number of sweeps, which a study varies.
struct Setup {
  std::string name;
  Method method = Method::pgs;
  WarmStart warmStart = WarmStart::off;
  double factor = 0.85;
  int substeps = 1;
  Impacts impacts = Impacts::stage;
};

/// Settings of the solver for one run of a study, with its sweeps.
struct Solver {
  std::string name;
  Parameters parameters = {};

  /// Number of sweeps of the continuous solves in a step, over all substeps.
  int totalSweeps() const { return parameters.substeps * parameters.sweeps; }
};

// Setups that the studies compare.
Setup coldSetup();
Setup historySetup(double factor);
Setup modelSetup();
Setup adaptiveSetup();
/// Adaptive warm start in four substeps with joined impacts: the family of the presets fast and accurate.
Setup substepSetup();
Setup nncgSetup(WarmStart warmStart);

/// Solver of a setup with `total` sweeps a step, rounded up to the same number in every substep. An impact stage gets
/// as many sweeps as a substep.
Solver solverOf(const Setup& setup, int total);
Solver solverOf(Preset preset);

/// Sets the solver in the parameters `world`. Time step, gravity, impact speed, stabilisation, regularisation, threads
/// and bounds of the scene stay.
void setSolver(Parameters& world, const Parameters& solver);

}  // namespace scree
