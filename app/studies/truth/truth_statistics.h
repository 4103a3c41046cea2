#pragma once

#include <span>
#include <vector>

// Means with standard errors, and extrapolation in the step.
namespace scree {

/// Mean with its standard error; both are not a number without values, the error with one value.
struct TruthMean {
  double mean = 0.0;
  double error = 0.0;
};
TruthMean truthMean(std::span<const double> values);

/// Mean of the differences a - b of values of the same seeds; values that are not a number are left out with their
/// partners.
TruthMean pairedDifference(std::span<const double> a, std::span<const double> b);

/// Value at a step of zero on the straight line through the values at two steps [s].
double atZeroStep(double fine, double fineStep, double coarse, double coarseStep);

}  // namespace scree
