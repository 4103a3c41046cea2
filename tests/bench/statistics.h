#pragma once

#include <vector>

namespace scree::bench {

/// Median of repeats with their quartiles: half of the repeats lie between low and high.
struct Spread {
  double median = 0.0;
  double low = 0.0;
  double high = 0.0;
  int repeats = 0;
};

/// Quartiles by linear interpolation between ranks. `samples` must not be empty.
Spread spreadOf(std::vector<double> samples);
/// The value that `share` of the samples do not exceed, in the same way.
double quantileOf(std::vector<double> samples, double share);

}  // namespace scree::bench
