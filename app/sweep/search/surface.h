#pragma once

#include <Eigen/Dense>
#include <optional>
#include <vector>

// Response surfaces: numbers of runs as smooth functions of the varied keys, with errors. Places are shares of the
// ranges of the keys, from 0 to 1.
namespace scree {

/// Part of the ranges, by its ends in each key.
struct SearchBox {
  Eigen::VectorXd low;
  Eigen::VectorXd high;

  bool contains(const Eigen::VectorXd& place) const;
  Eigen::VectorXd centre() const { return 0.5 * (low + high); }
  Eigen::VectorXd halfWidth() const { return 0.5 * (high - low); }
};
/// The whole of the ranges of `keys` keys.
SearchBox wholeBox(Eigen::Index keys);

/// Number at a place, with one value for each seed.
struct SurfaceSample {
  Eigen::VectorXd place;
  std::vector<double> values;  ///< finite; may be empty
};

/// Number of coefficients of a polynomial of a degree of `keys` variables.
int coefficientsOf(Eigen::Index keys, int degree = 2);

/// Exponents of the terms of a polynomial: of each variable, by term.
using Exponents = std::vector<std::vector<int>>;

/// Polynomial through samples by weighted least squares: quadratic, or of a higher degree, up to the fifth, where there
/// are samples for it and it predicts samples that are left out better.
class Surface {
 public:
  /// Fits to samples with values; the error of the mean at each is that of its own seeds, drawn towards that of all.
  /// Where no sample has two seeds the error comes from the distances to the surface. Distances larger than the scatter
  /// over seeds explains are a roughness, which the polynomial does not follow and which counts as an error everywhere.
  /// Empty with fewer samples than a quadratic has coefficients.
  static std::optional<Surface> fit(const std::vector<SurfaceSample>& samples, const SearchBox& box);

  double value(const Eigen::VectorXd& place) const;
  Eigen::VectorXd gradient(const Eigen::VectorXd& place) const;
  Eigen::MatrixXd hessian(const Eigen::VectorXd& place) const;
  /// Square of the standard error of the value.
  double variance(const Eigen::VectorXd& place) const;
  /// Square of the standard error of the difference of two values.
  double varianceOfDifference(const Eigen::VectorXd& a, const Eigen::VectorXd& b) const;
  /// Covariance of the gradient's components.
  Eigen::MatrixXd gradientCovariance(const Eigen::VectorXd& place) const;
  int degree() const { return degree_; }
  /// Standard deviation about the polynomial that the scatter over seeds does not explain.
  double roughness() const { return roughness_; }
  /// Scatter over seeds of one run.
  double scatter() const { return scatter_; }

 private:
  struct Data;
  /// Fit of one degree; `left` becomes the mean square by which samples that are left out are missed, by their weights.
  static Surface fitOf(const Data& data, const SearchBox& box, int degree, double& left);
  Eigen::VectorXd scaled(const Eigen::VectorXd& place) const;

  Eigen::VectorXd centre_;
  Eigen::VectorXd half_;
  Eigen::VectorXd coefficients_;
  Eigen::MatrixXd covariance_;
  int degree_ = 2;
  Exponents exponents_;  ///< of the terms
  double roughness_ = 0.0;
  double scatter_ = 0.0;
};

}  // namespace scree
