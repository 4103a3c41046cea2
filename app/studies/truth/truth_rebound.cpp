#include "app/studies/truth/truth_rebound.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {

double reboundOf(double ratio) {
  // Time from touch to zero force, from δ = v sin(ωt)/ω exp(-βt) and k δ + c δ' = 0; β = ζ ω₀, rebound = |δ'|/v then.
  if (std::abs(ratio - 1.0) < 1e-9) {
    return std::exp(-2.0);
  }
  if (ratio < 1.0) {
    const double omega = std::sqrt(1.0 - ratio * ratio);
    const double phase = std::numbers::pi - std::atan2(2.0 * ratio * omega, omega * omega - ratio * ratio);
    return std::exp(-ratio / omega * phase);
  }
  const double omega = std::sqrt(ratio * ratio - 1.0);
  return std::exp(-ratio / omega * std::log((ratio + omega) / (ratio - omega)));
}

double dampingTimeFor(double restitution, double stiffness, double mass) {
  const double wanted = std::clamp(restitution, kLeastRebound, 1.0);
  double low = 0.0;
  double high = 10.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (reboundOf(middle) > wanted ? low : high) = middle;
  }
  return 2.0 * low / std::sqrt(stiffness / mass);
}

}  // namespace scree
