#pragma once

#include <cmath>

#include "engine/base/base_constants.h"
#include "engine/settings/parameters.h"
#include "engine/settings/settings_constants.h"

// Speeds that a scene does not give follow from the grains (METHOD.md 3.7): a number times sqrt(g d), the speed of a
// fall through half a diameter. Similar scenes then behave alike, whatever the size of their grains.
namespace scree {

/// The square of a speed at a contact of given diameter, as fixed + perLength * diameter [m²/s²]. The diameter of a
/// contact is the mean of its two grains', that of a contact with a surface the grain's own.
struct SpeedScale {
  double fixed = 0.0;      ///< m²/s²
  double perLength = 0.0;  ///< m/s²

  double squareAt(double diameter) const { return fixed + perLength * diameter; }
};

/// Scale of a speed that is `given` [m/s], or of `number` times sqrt(g d) where that is 0.
inline SpeedScale speedScale(const Parameters& parameters, double given, double number) {
  if (given > 0.0) {
    return {.fixed = given * given};
  }
  const double gravity = parameters.gravity.norm();
  return {.perLength = number * number * (gravity > 0.0 ? gravity : kStandardGravity)};
}

inline SpeedScale impactScale(const Parameters& parameters) {
  return speedScale(parameters, parameters.impactSpeed, settings::kImpactNumber);
}
inline SpeedScale warmStartScale(const Parameters& parameters) {
  return speedScale(parameters, parameters.warmStartSpeed, settings::kWarmStartNumber);
}
/// Largest speed at which a row that is softer than its law parts its bodies (engine/solver/stiffness_limit.h).
inline SpeedScale partingScale(const Parameters& parameters) {
  return speedScale(parameters, 0.0, settings::kPartingNumber);
}

/// Over-relaxation of friction and rolling rows (METHOD.md 5.2).
inline double tangentialRelaxation(const Parameters& parameters) {
  return 1.0 + settings::kTangentialExcess * (parameters.overRelaxation - 1.0);
}

/// Approach speed above which a contact of this diameter bounces [m/s].
inline double impactSpeedAt(const Parameters& parameters, double diameter) {
  return std::sqrt(impactScale(parameters).squareAt(diameter));
}

}  // namespace scree
