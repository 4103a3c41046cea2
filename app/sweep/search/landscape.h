#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "app/sweep/search/surface.h"

namespace scree {

/// Measured value of a number, with its standard error.
struct MeasuredNumber {
  double value = 0.0;
  double error = 0.0;  ///< above 0
};

/// Values of a key that the data allow, as shares of its range: from the least to the largest one.
struct KeyInterval {
  double low = 0.0;
  double high = 1.0;
  bool isOpenBelow = false;  ///< no value below is ruled out, as far as the surfaces reach
  bool isOpenAbove = false;
  std::vector<std::pair<double, double>> gaps = {};  ///< in between that are ruled out, from the lowest on
};

/// Objective of a search from its surfaces, its minimum, and how far from there it stays equal within errors.
/// Minimising: the objective is the one surface. Matching: chi squared, the sum over the measured numbers of the
/// squared distance of surface and measured value, by the sum of the squares of their errors.
class Landscape {
 public:
  /// To minimise a number.
  Landscape(Surface surface, const SearchBox& domain);
  /// To match measured numbers, as many as surfaces.
  Landscape(std::vector<Surface> surfaces, std::vector<MeasuredNumber> measured, const SearchBox& domain);

  bool isMatch() const { return !measured_.empty(); }
  const SearchBox& domain() const { return domain_; }
  const std::vector<Surface>& surfaces() const { return surfaces_; }
  const std::vector<MeasuredNumber>& measured() const { return measured_; }
  /// Place of the minimum in the domain.
  const Eigen::VectorXd& optimum() const { return optimum_; }
  double objective(const Eigen::VectorXd& place) const;
  /// Standard error of the minimum, when minimising; 0 when matching.
  double objectiveError() const;
  /// Objective above its minimum in squares of its error: 1 is one standard error away, 4 two. Matching: the rise of
  /// chi squared. Minimising: four times the squared rise over its variance, which is 1 where the place is one standard
  /// error from the optimum.
  double excess(const Eigen::VectorXd& place) const;
  /// Place of the smallest objective with some keys held at `place`.
  Eigen::VectorXd bestWith(const Eigen::VectorXd& place, const std::vector<Eigen::Index>& held) const;
  /// Values of a key for which the excess, with the other keys at their best, is at most `most`.
  KeyInterval interval(Eigen::Index key, double most = 1.0) const;
  /// True where the optimum lies at an end of a key's range and the objective surely falls beyond it, by more than its
  /// error: nothing is known then of how it changes around the optimum.
  bool leadsOut(Eigen::Index key) const;
  /// Matrix whose quadratic form is the excess near the optimum.
  Eigen::MatrixXd information() const;
  /// Correlation of the errors of the keys; what the data leave open is taken as even over the ranges.
  Eigen::MatrixXd correlation() const;
  /// Error that the measured values alone would give, as a share of the whole error, in the key where it is smallest:
  /// more runs help little where it is close to 1. 0 when minimising.
  double shareOfMeasured() const;

 private:
  struct Slope {
    Eigen::VectorXd gradient;
    Eigen::MatrixXd curvature;
  };
  Slope slopeAt(const Eigen::VectorXd& place) const;
  /// Excess with one key held, the others at their best from the place, which is moved there, or from the middle.
  double profileAt(Eigen::VectorXd& place, Eigen::Index key) const;
  void findOptimum();

  std::vector<Surface> surfaces_;
  std::vector<MeasuredNumber> measured_;
  std::vector<double> variances_;  ///< of measured numbers and surfaces together, at the optimum
  SearchBox domain_;
  Eigen::VectorXd optimum_;
};

}  // namespace scree
