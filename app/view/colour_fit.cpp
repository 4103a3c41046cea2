#include "app/view/colour_fit.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace scree {

namespace {

constexpr std::size_t kSamples = 2048;
constexpr double kShare = 0.98;

/// Rounds up to the series 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10 of a decade, so that the range moves in steps and
/// does not flicker.
float roundedUp(float value) {
  constexpr std::array<double, 11> kSeries = {1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0};
  const double decade = std::pow(10.0, std::floor(std::log10(static_cast<double>(value))));
  for (const double step : kSeries) {
    if (step * decade >= static_cast<double>(value) * 0.999) {
      return static_cast<float>(step * decade);
    }
  }
  return value;
}

}  // namespace

std::array<float, 2> fittedRange(const FieldMap& map) { return {0.0f, roundedUp(std::max(map.high, 1e-6f))}; }

std::array<float, 2> fittedRange(const BedReading& bed) {
  constexpr float kLeast = 0.01f;  // mm
  return {0.0f, roundedUp(std::max(1e3f * bed.high, kLeast))};
}

std::array<float, 2> fittedRange(const Snapshot& snapshot, ColourBy by) {
  const std::size_t count = snapshot.particles();
  if (infoOf(by).scale != ColourScale::range || by == ColourBy::size || count == 0) {
    return fitRange(snapshot, by);
  }
  const std::size_t stride = std::max<std::size_t>(1, count / kSamples);
  std::vector<float> values;
  for (std::size_t i = 0; i < count; i += stride) {
    const float value = colourValue(snapshot, i, by);
    values.push_back(std::isfinite(value) && value != kNoValue ? value : 0.0f);  // without a twin none is finite
  }
  const auto at = static_cast<std::ptrdiff_t>(kShare * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  const float high = values[static_cast<std::size_t>(at)];
  if (by == ColourBy::contacts) {
    return {0.0f, std::max(1.0f, high)};
  }
  if (by == ColourBy::splitDistance) {
    return {0.0f, 100.0f};
  }
  // Least upper end of the range, below which all grains have one colour: N for the force, m/s for the residual, mm/s
  // for the error of the solver, else m/s, % of d, d or s.
  const float least = by == ColourBy::inertialNumber                             ? 1e-4f
                      : by == ColourBy::contactForce || by == ColourBy::residual ? 1e-6f
                      : by == ColourBy::solverError                              ? 1e-3f
                                                                                 : 0.01f;
  return {0.0f, roundedUp(std::max(high, least))};
}

}  // namespace scree
