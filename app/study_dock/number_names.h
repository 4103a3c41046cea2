#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scree {

/// Name of a collected number for people: "angle.mean" in "deg" of the path "angle.mean_deg".
struct NumberName {
  std::string text;
  std::string unit;  ///< empty for plain numbers

  /// "angle.mean [deg]".
  std::string withUnit() const { return unit.empty() ? text : text + " [" + unit + "]"; }
};
NumberName nameOfNumber(std::string_view path);

/// Last parts of dotted keys, as many as tell them apart: "friction" of "default_pair.friction".
std::vector<std::string> shortNames(const std::vector<std::string>& keys);

/// Number of the text of a value in SI units, with its unit, or in no unit. NaN for words.
struct KeyNumber {
  double value = 0.0;
  std::string unit;
};
KeyNumber numberOf(const std::string& text);

}  // namespace scree
