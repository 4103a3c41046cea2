#pragma once

#include <cstdint>

#include "engine/settings/parameters.h"
#include "engine/world/world.h"

namespace scree {

/// Units of the grains, for grains of a mean diameter d: a fall by half of it takes the time and ends at the speed.
struct GrainUnits {
  double speed = 0.0;  ///< √(g d) [m/s]
  double time = 0.0;   ///< √(d/g) [s]
};
/// Gravity of the parameters [m/s²], that of the earth where there is none.
double unitGravity(const Parameters& parameters);
/// Units under the gravity of the parameters, that of the earth where there is none; `diameter` in m.
GrainUnits grainUnits(const Parameters& parameters, double diameter);

/// Limits of the reduction in SI units and steps (METHOD.md 10): the numbers of the parameters times the units of the
/// grains, or the published limits where these are given. Limits of accelerations are off at 0.
struct ReductionLimits {
  double normalIn = 0.0;                ///< merge: approach [m/s]
  double normalOut = 0.0;               ///< merge: separation [m/s]
  double tangential = 0.0;              ///< merge: sliding [m/s]
  double rolling = 0.0;                 ///< merge: rad/s
  double normalAcceleration = 0.0;      ///< merge: m/s²
  double tangentialAcceleration = 0.0;  ///< merge: m/s²
  double rollingAcceleration = 0.0;     ///< merge: rad/s²
  std::uint32_t window = 1;             ///< merge: steps in a row within these limits
  std::uint32_t quarantine = 0;         ///< steps after a split
  bool hasFront = false;                ///< fronts, impacts and loads split off
  double front = 0.0;                   ///< m/s
  double impactDepth = 0.0;             ///< m/s a layer; 0: one layer
  double auditSteps = 1.0;              ///< steps, whole, from a merge to the first audit

  bool operator==(const ReductionLimits&) const = default;
  bool limitsAccelerations() const {
    return normalAcceleration > 0.0 || tangentialAcceleration > 0.0 || rollingAcceleration > 0.0;
  }
};
ReductionLimits reductionLimits(const Parameters& parameters, double diameter);

/// Mean diameter of all particles of a world [m]; 0 without particles. Costs a pass over them only when particles came
/// or went since noteDiameter().
double meanDiameter(const World& world);
/// Remembers it. Call it at the beginning of a step.
void noteDiameter(World& world);

inline ReductionLimits reductionLimits(const World& world) {
  return reductionLimits(world.parameters, meanDiameter(world));
}

}  // namespace scree
