#include "app/studies/iterations/least_squares.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace scree {

namespace {

constexpr int kMostTurns = 500;
constexpr double kDifference = 1e-6;   // of a value, for derivatives
constexpr double kEnough = 1e-11;      // of a value: a change that ends the search
constexpr double kMostDamping = 1e12;  // no step leads down any more

using Residuals = std::function<Eigen::VectorXd(const Eigen::VectorXd&)>;

Eigen::MatrixXd jacobianOf(const Residuals& residuals, const Eigen::VectorXd& at, Eigen::Index count) {
  Eigen::MatrixXd jacobian(count, at.size());
  for (Eigen::Index i = 0; i < at.size(); ++i) {
    const double step = kDifference * std::max(1.0, std::abs(at[i]));
    Eigen::VectorXd up = at;
    Eigen::VectorXd down = at;
    up[i] += step;
    down[i] -= step;
    jacobian.col(i) = (residuals(up) - residuals(down)) / (2.0 * step);
  }
  return jacobian;
}

}  // namespace

LeastSquares leastSquares(const Residuals& residuals, const Eigen::VectorXd& start) {
  LeastSquares found{.values = start, .errors = Eigen::VectorXd::Zero(start.size())};
  Eigen::VectorXd r = residuals(found.values);
  double damping = 1e-3;
  for (int turn = 0; turn < kMostTurns && !found.isFound && damping < kMostDamping; ++turn) {
    const Eigen::MatrixXd jacobian = jacobianOf(residuals, found.values, r.size());
    Eigen::MatrixXd normal = jacobian.transpose() * jacobian;
    const double floor = 1e-12 * std::max(1e-300, normal.diagonal().maxCoeff());
    normal.diagonal() += damping * normal.diagonal().cwiseMax(floor);
    const Eigen::VectorXd step = normal.ldlt().solve(-jacobian.transpose() * r);
    const Eigen::VectorXd there = found.values + step;
    const Eigen::VectorXd next = residuals(there);
    const bool isSmall = step.cwiseAbs().maxCoeff() <= kEnough * std::max(1.0, found.values.cwiseAbs().maxCoeff());
    if (next.allFinite() && next.squaredNorm() <= r.squaredNorm()) {
      found.values = there;
      r = next;
      damping = std::max(1e-12, 0.1 * damping);
      found.isFound = isSmall;
    } else {
      damping *= 10.0;
      found.isFound = isSmall;
    }
  }
  const Eigen::Index spare = r.size() - start.size();
  if (spare > 0) {
    found.scatter = std::sqrt(r.squaredNorm() / static_cast<double>(spare));
    const Eigen::MatrixXd jacobian = jacobianOf(residuals, found.values, r.size());
    const Eigen::MatrixXd inverse = (jacobian.transpose() * jacobian).inverse();
    found.errors = found.scatter * inverse.diagonal().cwiseMax(0.0).cwiseSqrt();
  }
  return found;
}

}  // namespace scree
