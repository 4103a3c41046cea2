#pragma once

#include <string>
#include <vector>

#include "engine/settings/parameters.h"
#include "engine/settings/presets.h"

namespace scree {

/// A way to solve whose number of sweeps is varied.
struct Setup {
  std::string name;
  Method method = Method::pgs;
  WarmStart warmStart = WarmStart::off;
  double factor = 0.85;
  int substeps = 1;
  Impacts impacts = Impacts::stage;
};

/// A way to solve with its sweeps: one run of a study.
struct Solver {
  std::string name;
  Parameters parameters = {};

  /// Continuous sweeps of a whole step, all substeps together.
  int totalSweeps() const { return parameters.substeps * parameters.sweeps; }
};

// The ways compared.
Setup coldSetup();
Setup historySetup(double factor);
Setup modelSetup();
Setup adaptiveSetup();
/// Adaptive warm start in four substeps with joined impacts: the family of the presets fast and accurate.
Setup substepSetup();
Setup nncgSetup(WarmStart warmStart);

/// The setup with `total` sweeps a step, rounded up to the same number in every substep; an impact stage gets as many.
Solver solverOf(const Setup& setup, int total);
Solver solverOf(Preset preset);

/// Sets how `world` is solved; step, gravity and everything of the scene stay.
void setSolver(Parameters& world, const Parameters& solver);

}  // namespace scree
