#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/base_constants.h"
#include "engine/world/materials.h"

namespace scree {

/// Normal force of a contact law against the overlap δ: F = k δ^n, n = 1 linear or 3/2 Hertz; from some overlap on it
/// may go on with the slope that it has there.
struct ContactSpring {
  double stiffness = 0.0;                                         ///< k [N/m^n]
  double exponent = 1.0;                                          ///< n
  double straightFrom = std::numeric_limits<double>::infinity();  ///< m

  /// At an overlap [m], N.
  double force(double overlap) const {
    if (overlap > straightFrom) {
      return force(straightFrom) + slope(straightFrom) * (overlap - straightFrom);
    }
    return stiffness * (exponent == 1.0 ? overlap : overlap * std::sqrt(overlap));
  }
  /// dF/dδ [N/m].
  double slope(double overlap) const {
    return stiffness * (exponent == 1.0 ? 1.0 : 1.5 * std::sqrt(std::min(overlap, straightFrom)));
  }
  /// Energy stored at an overlap [m], J.
  double energy(double overlap) const {
    if (overlap > straightFrom) {
      const double mean = 0.5 * (force(straightFrom) + force(overlap));
      return energy(straightFrom) + mean * (overlap - straightFrom);
    }
    return force(overlap) * overlap / (exponent + 1.0);
  }
  /// e_H of the law's row (METHOD.md 3.2): 1 linear, 5/4 Hertz.
  double rowExponent() const { return 0.5 * (1.0 + exponent); }
  /// Under a load [N], m.
  double overlapAt(double load) const {
    if (const double straight = std::isinf(straightFrom) ? load : force(straightFrom); load > straight) {
      return straightFrom + (load - straight) / slope(straightFrom);
    }
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
