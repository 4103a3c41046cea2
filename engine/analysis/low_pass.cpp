#include "engine/analysis/low_pass.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {

namespace {

/// Filter y_n = b (x_n + 2 x_(n-1) + x_(n-2)) - a1 y_(n-1) - a2 y_(n-2).
struct Biquad {
  double b = 0.0;
  double a1 = 0.0;
  double a2 = 0.0;
};

/// Coefficients from the analogue filter by the bilinear transform, pre-warped so that the cut-off frequency is exact.
Biquad butterworth(double timeStep, double frequency) {
  const double w = std::tan(std::numbers::pi * frequency * timeStep);
  const double scale = 1.0 / (1.0 + std::numbers::sqrt2 * w + w * w);
  return {.b = w * w * scale, .a1 = 2.0 * (w * w - 1.0) * scale, .a2 = (1.0 - std::numbers::sqrt2 * w + w * w) * scale};
}

/// Filters in place; before the first value the series is constant.
void filterForwards(const Biquad& f, std::vector<double>& values) {
  double x1 = values.front();
  double x2 = x1;
  double y1 = x1;
  double y2 = x1;
  for (double& value : values) {
    const double y = f.b * (value + 2.0 * x1 + x2) - f.a1 * y1 - f.a2 * y2;
    x2 = x1;
    x1 = value;
    y2 = y1;
    y1 = y;
    value = y;
  }
}

}  // namespace

std::vector<double> lowPassed(std::span<const double> values, double timeStep, double frequency) {
  std::vector<double> result(values.begin(), values.end());
  if (!(frequency > 0.0) || !(frequency * timeStep < 0.5) || values.size() < 2) {
    return result;
  }
  // The filter forgets as exp(-2π t f / √2): 2e-8 is left after four periods.
  const auto most = static_cast<double>(values.size() - 1);
  const auto pad = static_cast<std::size_t>(std::min(most, std::ceil(4.0 / (frequency * timeStep))));
  std::vector<double> padded;
  for (std::size_t i = pad; i > 0; --i) {
    padded.push_back(2.0 * values.front() - values[i]);
  }
  padded.insert(padded.end(), values.begin(), values.end());
  for (std::size_t i = 1; i <= pad; ++i) {
    padded.push_back(2.0 * values.back() - values[values.size() - 1 - i]);
  }
  const Biquad filter = butterworth(timeStep, frequency);
  for (int way = 0; way < 2; ++way) {
    filterForwards(filter, padded);
    std::reverse(padded.begin(), padded.end());
  }
  std::copy_n(padded.begin() + static_cast<std::ptrdiff_t>(pad), values.size(), result.begin());
  return result;
}

}  // namespace scree
