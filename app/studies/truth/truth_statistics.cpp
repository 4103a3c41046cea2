#include "app/studies/truth/truth_statistics.h"

#include <cmath>
#include <limits>

namespace scree {

TruthMean truthMean(std::span<const double> values) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  double sum = 0.0;
  double count = 0.0;
  for (const double value : values) {
    sum += std::isfinite(value) ? value : 0.0;
    count += std::isfinite(value) ? 1.0 : 0.0;
  }
  if (count == 0.0) {
    return {kNone, kNone};
  }
  const double mean = sum / count;
  double squares = 0.0;
  for (const double value : values) {
    squares += std::isfinite(value) ? (value - mean) * (value - mean) : 0.0;
  }
  return {mean, count < 2.0 ? kNone : std::sqrt(squares / (count - 1.0) / count)};
}

TruthMean pairedDifference(std::span<const double> a, std::span<const double> b) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    differences.push_back(a[i] - b[i]);
  }
  return truthMean(differences);
}

double atZeroStep(double fine, double fineStep, double coarse, double coarseStep) {
  return fine - (coarse - fine) * fineStep / (coarseStep - fineStep);
}

}  // namespace scree
