#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scree {

/// Number with the text of its unit, such as "10 mm".
struct UnitNumber {
  double value = 0.0;
  std::string unit;  ///< may be empty
};

/// Reads a number with or without a unit. Empty for other text, and for numbers that are not finite.
std::optional<UnitNumber> unitNumberOf(std::string_view text);

/// Range of a varied key, in one unit.
struct KeyRange {
  double from = 0.0;
  double to = 1.0;
  std::string unit;
  bool isLog = false;    ///< equal ratios; both ends are above zero
  bool isWhole = false;  ///< values are rounded

  /// Value at a share of the way from `from` (0) to `to` (1): the ends exactly. As text with at most 12 digits.
  std::string at(double share) const;
  /// `count` values at equal distances, or ratios; with one value the beginning. A value that comes twice after
  /// rounding is given once.
  std::vector<std::string> values(int count) const;
};

}  // namespace scree
