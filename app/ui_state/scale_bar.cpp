#include "app/ui_state/scale_bar.h"

#include <fmt/format.h>

#include <cmath>

namespace scree {

ScaleBar scaleBarWithin(double longest) {
  if (!std::isfinite(longest) || longest <= 0.0) {
    return {};
  }
  constexpr double kRounding = 1.0 + 1e-9;  // a length of exactly 1 m allows a bar of 1 m
  const double room = longest * kRounding;
  const int exponent = static_cast<int>(std::floor(std::log10(room)));
  const double decade = std::pow(10.0, exponent);
  const double digit = room >= 5.0 * decade ? 5.0 : room >= 2.0 * decade ? 2.0 : 1.0;
  const double length = digit * decade;
  // The exponent alone decides on the unit: no rounding of the length can.
  const auto [unit, factor] = exponent >= 0    ? std::pair("m", 1.0)
                              : exponent >= -2 ? std::pair("cm", 1e2)
                                               : std::pair("mm", 1e3);
  return {length, fmt::format("{:.3g} {}", length * factor, unit)};
}

}  // namespace scree
