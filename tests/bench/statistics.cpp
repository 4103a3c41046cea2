#include "tests/bench/statistics.h"

#include <algorithm>
#include <cstddef>

namespace scree::bench {

namespace {

double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double rest = place - static_cast<double>(below);
  return sorted[below] + rest * (sorted[above] - sorted[below]);
}

}  // namespace

Spread spreadOf(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  return {quantile(samples, 0.5), quantile(samples, 0.25), quantile(samples, 0.75), static_cast<int>(samples.size())};
}

double quantileOf(std::vector<double> samples, double share) {
  std::sort(samples.begin(), samples.end());
  return quantile(samples, share);
}

}  // namespace scree::bench
