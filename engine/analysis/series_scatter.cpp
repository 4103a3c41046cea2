#include "engine/analysis/series_scatter.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace scree {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

Series difference(std::span<const double> a, std::span<const double> b) {
  Series result(a.begin(), a.end());
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] -= b[i];
  }
  return result;
}

Series meanOf(std::span<const Series> runs) {
  Series mean(runs.front().size(), 0.0);
  for (const Series& run : runs) {
    for (std::size_t i = 0; i < mean.size(); ++i) {
      mean[i] += run[i] / static_cast<double>(runs.size());
    }
  }
  return mean;
}

}  // namespace

Series resampled(std::span<const double> times, std::span<const double> values, double start, double step,
                 std::size_t count) {
  Series result;
  result.reserve(count);
  std::size_t next = 0;  // first sample later than `time`
  for (std::size_t i = 0; i < count; ++i) {
    const double time = start + step * static_cast<double>(i);
    while (next < times.size() && times[next] <= time) {
      ++next;
    }
    if (next == 0 || next == times.size()) {
      result.push_back(next == 0 ? values.front() : values.back());
      continue;
    }
    const double share = (time - times[next - 1]) / (times[next] - times[next - 1]);
    result.push_back(values[next - 1] + share * (values[next] - values[next - 1]));
  }
  return result;
}

double rootMeanSquare(std::span<const double> values) {
  double sum = 0.0;
  for (const double value : values) {
    sum += value * value;
  }
  return values.empty() ? 0.0 : std::sqrt(sum / static_cast<double>(values.size()));
}

double relativeDifference(std::span<const double> a, std::span<const double> b) {
  const double size = std::hypot(rootMeanSquare(a), rootMeanSquare(b)) / std::numbers::sqrt2;
  return size > 0.0 ? rootMeanSquare(difference(a, b)) / size : 0.0;
}

Scatter scatterOf(std::span<const Series> first, std::span<const Series> second) {
  Scatter scatter{.within = kUnknown, .between = kUnknown, .meansApart = kUnknown, .meansExpected = kUnknown};
  if (first.empty()) {
    return scatter;
  }
  double square = 0.0;
  for (const Series& run : first) {
    square += std::pow(rootMeanSquare(run), 2) / static_cast<double>(first.size());
  }
  scatter.size = std::sqrt(square);
  const double scale = scatter.size > 0.0 ? scatter.size : 1.0;
  double sum = 0.0;
  double squares = 0.0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double apart = rootMeanSquare(difference(first[i], first[j]));
      sum += apart;
      squares += apart * apart;
    }
  }
  const auto n = static_cast<double>(first.size());
  const auto m = static_cast<double>(second.size());
  const double pairs = 0.5 * n * (n - 1.0);
  if (pairs > 0.0) {
    scatter.within = sum / pairs / scale;
  }
  if (second.empty()) {
    return scatter;
  }
  double across = 0.0;
  for (const Series& a : first) {
    for (const Series& b : second) {
      across += rootMeanSquare(difference(a, b));
    }
  }
  scatter.between = across / (n * m) / scale;
  scatter.meansApart = rootMeanSquare(difference(meanOf(second), meanOf(first))) / scale;
  if (pairs > 0.0) {
    // Half the mean square of differences is the variance of one run.
    scatter.meansExpected = std::sqrt(0.5 * squares / pairs * (1.0 / n + 1.0 / m)) / scale;
  }
  return scatter;
}

}  // namespace scree
