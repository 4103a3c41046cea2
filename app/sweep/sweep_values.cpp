#include "app/sweep/sweep_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace scree {

std::optional<UnitNumber> unitNumberOf(std::string_view text) {
  UnitNumber number;
  const std::size_t sign = text.starts_with('+') ? 1 : 0;
  const auto [end, problem] = std::from_chars(text.data() + sign, text.data() + text.size(), number.value);
  if (problem != std::errc() || !std::isfinite(number.value)) {
    return std::nullopt;
  }
  std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
  number.unit = unit.substr(0, unit.find_last_not_of(' ') + 1);
  return number;
}

std::string KeyRange::at(double share) const {
  double value = isLog ? from * std::pow(to / from, share) : from + (to - from) * share;
  value = share <= 0.0 ? from : share >= 1.0 ? to : value;
  value = isWhole ? std::round(value) : value;
  return fmt::format("{:.12g}{}{}", value, unit.empty() ? "" : " ", unit);
}

std::vector<std::string> KeyRange::values(int count) const {
  std::vector<std::string> values;
  for (int i = 0; i < count; ++i) {
    std::string value = at(count == 1 ? 0.0 : static_cast<double>(i) / (count - 1));
    if (values.empty() || values.back() != value) {
      values.push_back(std::move(value));
    }
  }
  return values;
}

}  // namespace scree
