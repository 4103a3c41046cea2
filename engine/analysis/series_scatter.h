#pragma once

#include <span>
#include <vector>

// Scatter of runs over time: differences of runs of two kinds, compared with the differences among runs of one kind.
namespace scree {

/// Values of one run at the times of a comparison.
using Series = std::vector<double>;

/// Values at times start, start + step, ..., `count` of them, by straight lines between the samples, whose times
/// ascend. Before the first and after the last sample the values are constant. There must be at least one sample.
Series resampled(std::span<const double> times, std::span<const double> values, double start, double step,
                 std::size_t count);

double rootMeanSquare(std::span<const double> values);
/// Root mean square of the difference of two series over the root mean square of both; 0 when both are zero. The series
/// must have the same length.
double relativeDifference(std::span<const double> a, std::span<const double> b);

/// Scatter of one quantity in two groups of runs. All differences are root mean squares over `size`; a field that needs
/// more runs than there are is not a number.
struct Scatter {
  double size = 0.0;        ///< root mean square of the first group's values
  double within = 0.0;      ///< mean difference of two runs of the first group, over all pairs
  double between = 0.0;     ///< mean difference of a run of the first and one of the second group, over all pairs
  double meansApart = 0.0;  ///< difference of the means of the groups
  /// `meansApart` expected from the scatter of the first group, if both groups are of one kind
  double meansExpected = 0.0;
};
Scatter scatterOf(std::span<const Series> first, std::span<const Series> second);

}  // namespace scree
