#pragma once

#include <cmath>
#include <numbers>

namespace scree {

/// Rayleigh time of a sphere over its radius [s/m]: π √(ρ/G)/(0.1631 ν + 0.8766) with G = E/(2 (1 + ν)), from Young's
/// modulus [Pa], Poisson's ratio and density [kg/m³]. Source: Thornton and Randall 1988.
inline double rayleighRatio(double youngsModulus, double poissonRatio, double density) {
  const double shear = youngsModulus / (2.0 * (1.0 + poissonRatio));
  return std::numbers::pi * std::sqrt(density / shear) / (0.1631 * poissonRatio + 0.8766);
}

}  // namespace scree
