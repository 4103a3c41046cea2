#include "engine/analysis/column.h"

#include <cmath>

#include "engine/analysis/repose.h"

namespace scree {

std::vector<double> hertzOverlaps(const HertzColumn& column) {
  std::vector<double> overlaps;
  for (int level = 0; level < column.count; ++level) {
    const double weight = (column.count - level) * column.mass * column.gravity;
    const double effectiveRadius = level == 0 ? column.radius : 0.5 * column.radius;
    const double stiffness = 4.0 / 3.0 * column.effectiveModulus * std::sqrt(effectiveRadius);
    overlaps.push_back(std::pow(weight / stiffness, 2.0 / 3.0));
  }
  return overlaps;
}

double hertzHeight(const HertzColumn& column) {
  double height = 2.0 * column.radius * column.count;
  for (const double overlap : hertzOverlaps(column)) {
    height -= overlap;
  }
  return height;
}

double HeightError::rms() const { return std::hypot(offset, unrest); }

HeightError heightError(std::span<const double> heights, double expected) {
  if (heights.empty()) {
    return {};
  }
  const Statistics statistics = statisticsOf(heights);
  return {.offset = statistics.mean / expected - 1.0, .unrest = statistics.deviation / expected};
}

}  // namespace scree
