#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace scree {

/// Published values of the contact of two materials. A value that its source does not give is empty.
struct MeasuredPair {
  std::string_view name;
  std::optional<double> friction;
  std::optional<double> rollingResistance;  ///< as this program takes it: times the effective radius
  std::optional<double> restitution;
  std::optional<double> density;  ///< density of the grains [kg/m³]
  std::string_view source;        ///< publication
  std::string_view note;          ///< how the values were found and what they hold for
};

/// Published pairs, in the order in which they are offered.
std::span<const MeasuredPair> measuredPairs();

}  // namespace scree
