#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cstdint>
#include <vector>

#include "engine/solver/solver_constants.h"
#include "engine/solver/stiffness_limit.h"

// Problem of the scalar solver: a flat list of bodies and a flat list of contacts, without shapes, laws or particles.
// Templates on the number, so that a double build verifies a float one.
namespace scree {

template <typename Real>
using Vector3 = Eigen::Matrix<Real, 3, 1>;

/// A moving body with an isotropic inertia. Infinite masses are zeros.
template <typename Real>
struct SolverBody {
  Vector3<Real> velocity = Vector3<Real>::Zero();
  Vector3<Real> angularVelocity = Vector3<Real>::Zero();
  Real inverseMass = 0;
  Real inverseInertia = 0;
};

/// The six rows of one contact (METHOD.md 3 and 5.1). Normal n from a to b; contact velocity
/// u = v_b - v_a - (leverA w_a + leverB w_b) x n + biasVelocity, relative spin w = w_b - w_a + biasSpin.
/// Normal row: u_n >= min(target - normalCompliance λ_n, partingSpeed), 0 <= λ_n. The others aim at zero within their
/// cones.
template <typename Real>
struct ContactRows {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  Vector3<Real> normal;
  Vector3<Real> biasVelocity;  ///< of a prescribed surface [m/s]
  Vector3<Real> biasSpin;      ///< of a prescribed body [rad/s]
  Real leverA = 0;
  Real leverB = 0;
  Real target = 0;                                           ///< q_n [m/s]
  Real partingSpeed = static_cast<Real>(solver::kAnySpeed);  ///< m/s: the row asks for no more (stiffness_limit.h)
  Real normalCompliance = 0;                                 ///< S_n [1/kg]
  Real tangentialCompliance = 0;                             ///< γ_t/Δt [1/kg]
  Real rollingCompliance = 0;                                ///< γ_r/Δt [1/(kg m²)]
  Real inverseNormal = 0;                                    ///< 1/D_n, 1/D_t, 1/D_r
  Real inverseTangential = 0;
  Real inverseRolling = 0;
  Real friction = 0;
  Real rollingLimit = 0;   ///< μ_r r* [m]
  Real twistingLimit = 0;  ///< α μ r* [m]
  bool rebounds = false;   ///< the contact bounces
  Real unseen = 0;         ///< part of the normal multiplier that friction and spin rows do not see [N s]
  Real spinScale = 0;      ///< r* [m]: makes rolling residuals comparable, in m/s

  Real lambdaNormal = 0;    ///< N s
  Real lambdaTwisting = 0;  ///< N m s
  Vector3<Real> lambdaTangential = Vector3<Real>::Zero();
  Vector3<Real> lambdaRolling = Vector3<Real>::Zero();
};

/// Fills the three inverse diagonals from the compliances and the two bodies (METHOD.md 5.1). `bodies` holds a and b.
template <typename Real>
void prepareDiagonals(ContactRows<Real>& rows, const std::vector<SolverBody<Real>>& bodies);

/// Applies the rows' present multipliers to the velocities: v += M⁻¹ Gᵀ λ (the start of a warm started solve).
template <typename Real>
void applyMultipliers(const std::vector<ContactRows<Real>>& rows, std::vector<SolverBody<Real>>& bodies);

}  // namespace scree
