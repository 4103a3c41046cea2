#pragma once

#include <cmath>

#include "engine/base/base_constants.h"
#include "engine/world/materials.h"

namespace scree {

/// Normal force of a contact law against the overlap δ: F = k δ^n, n = 1 linear or 3/2 Hertz.
struct ContactSpring {
  double stiffness = 0.0;  ///< k [N/m^n]
  double exponent = 1.0;   ///< n

  /// At an overlap [m], N.
  double force(double overlap) const { return stiffness * (exponent == 1.0 ? overlap : overlap * std::sqrt(overlap)); }
  /// dF/dδ [N/m].
  double slope(double overlap) const { return stiffness * (exponent == 1.0 ? 1.0 : 1.5 * std::sqrt(overlap)); }
  /// Energy stored at an overlap [m], J.
  double energy(double overlap) const { return force(overlap) * overlap / (exponent + 1.0); }
  /// e_H of the law's row (METHOD.md 3.2): 1 linear, 5/4 Hertz.
  double rowExponent() const { return 0.5 * (1.0 + exponent); }
  /// Under a load [N], m.
  double overlapAt(double load) const {
    const double ratio = load / stiffness;
    return exponent == 1.0 ? ratio : std::cbrt(ratio * ratio);
  }
};

/// The law of a pair at an effective radius [m] (METHOD.md 3.2).
inline ContactSpring springOf(const PairLaw& law, double effectiveRadius) {
  if (law.law == StiffnessLaw::hertz) {
    return {.stiffness = kHertzFactor * law.effectiveModulus * std::sqrt(effectiveRadius), .exponent = 1.5};
  }
  return {.stiffness = law.stiffness};
}

}  // namespace scree
