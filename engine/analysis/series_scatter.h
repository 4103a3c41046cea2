#pragma once

#include <span>
#include <vector>

// How much runs differ over time, compared with how much runs of the same kind differ among themselves.
namespace scree {

/// Values of one run at the times of a comparison.
using Series = std::vector<double>;

/// Values at times start, start + step, ... by straight lines between the samples, whose times ascend; the first and
/// last ones hold before and after. As many values as `count`.
Series resampled(std::span<const double> times, std::span<const double> values, double start, double step,
                 std::size_t count);

double rootMeanSquare(std::span<const double> values);
/// Root mean square of the difference over that of the two; 0 when both are zero. Both are as long.
double relativeDifference(std::span<const double> a, std::span<const double> b);

/// One quantity of two groups of runs. All shares are of the root mean square of the first group's values; what needs
/// more runs than there are is not a number.
struct Scatter {
  double size = 0.0;           ///< root mean square of the first group's values
  double within = 0.0;         ///< difference of two runs of the first group: mean over all pairs
  double between = 0.0;        ///< of a run of the first and one of the second: mean over all pairs
  double meansApart = 0.0;     ///< difference of the groups' means
  double meansExpected = 0.0;  ///< what the first group's scatter makes of that when both are of the same kind
};
Scatter scatterOf(std::span<const Series> first, std::span<const Series> second);

}  // namespace scree
