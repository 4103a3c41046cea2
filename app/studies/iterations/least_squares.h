#pragma once

#include <Eigen/Core>
#include <functional>

namespace scree {

/// Values at which a sum of squares is least.
struct LeastSquares {
  Eigen::VectorXd values;
  Eigen::VectorXd errors;  ///< standard errors from the covariance s² (JᵀJ)⁻¹; 0 where there are no points to spare
  double scatter = 0.0;    ///< s: root of the sum of squares over the points that are more than the values
  bool isFound = false;    ///< the values no longer change
};

/// Finds it from a start by the method of Levenberg and Marquardt with a Jacobian by differences.
LeastSquares leastSquares(const std::function<Eigen::VectorXd(const Eigen::VectorXd&)>& residuals,
                          const Eigen::VectorXd& start);

}  // namespace scree
