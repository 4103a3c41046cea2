#pragma once

#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "engine/base/types.h"

// Rows of a mechanism, solved directly: numerics only. Rows without limits form a sparse symmetric system that is
// factorised once a substep. Rows with limits (motors, ranges, contacts) are few; projected Gauss-Seidel solves them on
// the Schur complement of the others.
namespace scree {

using Vec6 = Eigen::Matrix<double, 6, 1>;

/// A linear vector, then an angular one.
inline Vec6 joined(const Vec3& linear, const Vec3& angular) {
  Vec6 both;
  both << linear, angular;
  return both;
}
using Mat6 = Eigen::Matrix<double, 6, 6>;

constexpr double kNoLimit = std::numeric_limits<double>::infinity();
constexpr int kNoBody6 = -1;

/// One scalar equation of SPOOK (METHOD.md 11.2): s + Σ λ = q with s = Ja·Va + Jb·Vb + drift, λ within its limits. V is
/// velocity and angular velocity about the centre of mass.
struct MachineRow {
  int a = kNoBody6;
  int b = kNoBody6;
  Vec6 ja = Vec6::Zero();
  Vec6 jb = Vec6::Zero();
  double drift = 0.0;        ///< part of s by prescribed bodies
  double target = 0.0;       ///< q
  double compliance = 0.0;   ///< Σ
  double lower = -kNoLimit;  ///< smallest λ [N s, N m s]
  double upper = kNoLimit;
  int normal = -1;        ///< first of two tangential rows that follow each other: the row that limits both
  double friction = 0.0;  ///< μ
  double lambda = 0.0;    ///< in: start of rows with limits; out: the solution

  bool hasLimits() const { return lower != -kNoLimit || upper != kNoLimit || normal >= 0; }
};

/// Inverse of a body's mass matrix about its centre of mass.
Mat6 inverseMassMatrix(double mass, const Mat3& worldInertia);

class MachineSolver {
 public:
  MachineSolver();
  ~MachineSolver();
  MachineSolver(MachineSolver&&) noexcept;
  MachineSolver& operator=(MachineSolver&&) noexcept;

  /// Takes the inverse mass matrices and the rows of a substep and factorises them. Redundant rows are told apart by
  /// their compliance; where that is too small for the arithmetic it is raised.
  void begin(std::vector<Mat6> inverseMasses, std::vector<MachineRow> rows);

  /// Adds the impulses of the rows to velocities without them: V += M⁻¹ Jᵀ λ. Valid after begin(); may be called again
  /// for other velocities.
  void solve(std::span<Vec6> velocities);

  /// Change of a body's velocity by an impulse on it while the rows without limits, and the rows `held` (places in
  /// rows()), hold. Valid after begin().
  Mat6 mobility(int body, std::span<const int> held) const;

  std::vector<MachineRow>& rows() { return rows_; }
  const std::vector<MachineRow>& rows() const { return rows_; }
  const std::vector<Mat6>& inverseMasses() const { return inverseMasses_; }

 private:
  double speedOf(const MachineRow& row, std::span<const Vec6> velocities) const;
  /// Ji M⁻¹ Jkᵀ
  double coupling(const MachineRow& i, const MachineRow& k) const;
  void factorise();
  void solveLimited(const Eigen::VectorXd& wanted);

  std::vector<Mat6> inverseMasses_;
  std::vector<MachineRow> rows_;
  std::vector<int> exact_;    ///< rows without limits
  std::vector<int> limited_;  ///< rows with limits
  std::vector<int> places_;   ///< of each row in its list
  struct Factors;
  std::unique_ptr<Factors> factors_;  ///< of the rows without limits
  Eigen::MatrixXd between_;           ///< limited x exact: J M⁻¹ Jᵀ
  Eigen::MatrixXd carried_;           ///< exact x limited: A⁻¹ of its transpose
  Eigen::MatrixXd reduced_;           ///< limited x limited: Schur complement of the system
  Eigen::VectorXd impulses_;          ///< of the limited rows
};

}  // namespace scree
