#pragma once

#include <cmath>

namespace scree {

/// Coefficients of a regularised normal row (METHOD.md 3.3).
struct SpookNormal {
  double compliance = 0.0;  ///< S_n [1/kg]
  double target = 0.0;      ///< q_n [m/s]
  double upsilon = 0.0;     ///< Υ
  bool isLimited = false;   ///< S_n is larger than the law's
};

/// S_n = 4 Υ/(Δt² e_H k δ^(2 e_H - 2)), no less than Υ `softest` [1/kg] (stiffness_limit.h), and q_n = (4/Δt) Υ δ/e_H +
/// Υ u_n0 with Υ = 1/(1 + 4 τ/Δt), τ = max(n_s Δt, c/e_H). The overlap δ [m] is positive; k [N/m^(2 e_H - 1)], c [s],
/// u_n0 [m/s], Δt [s].
SpookNormal spookNormal(double timeStep, double stiffness, double exponent, double dampingTime,
                        double stabilisationSteps, double overlap, double normalVelocity, double softest = 0.0);

/// The parts of a normal row that do not depend on the contact's state: S_n = compliance/δ^(2 e_H - 2) and
/// q_n = Υ (rate δ + u_n0).
struct SpookFactors {
  double upsilon = 0.0;
  double rate = 0.0;        ///< 4/(Δt e_H) [1/s]
  double compliance = 0.0;  ///< 4 Υ/(Δt² e_H k)

  bool operator==(const SpookFactors&) const = default;
};
SpookFactors spookFactors(double timeStep, double stiffness, double exponent, double dampingTime,
                          double stabilisationSteps);

// In the header because every step asks them once a contact.

/// δ^(2 e_H - 2) for the exponents that laws have, 1 and 5/4: general powers take longer than all else about a contact.
inline double softnessOf(double exponent, double overlap) { return exponent == 1.0 ? 1.0 : std::sqrt(overlap); }

/// Normal force of the law at rest [N]: k δ^(2 e_H - 1).
inline double lawForce(double stiffness, double exponent, double overlap) {
  return stiffness * softnessOf(exponent, overlap) * overlap;
}

/// Stiffness of the law against a small change of overlap [N/m]: dF/dδ = (2 e_H - 1) k δ^(2 e_H - 2).
inline double lawSlope(double stiffness, double exponent, double overlap) {
  return (2.0 * exponent - 1.0) * stiffness * softnessOf(exponent, overlap);
}

/// Energy stored in the law [J]: k δ^(2 e_H)/(2 e_H).
inline double lawEnergy(double stiffness, double exponent, double overlap) {
  return stiffness * softnessOf(exponent, overlap) * overlap * overlap / (2.0 * exponent);
}

}  // namespace scree
