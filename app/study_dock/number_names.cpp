#include "app/study_dock/number_names.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "app/sweep/sweep_values.h"
#include "engine/base/units.h"

namespace scree {

namespace {

/// Endings of names in reports and their units; longer ones first.
constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kUnitEndings = {{
    {"_kg_per_s", "kg/s"},
    {"_kg_s", "kg/s"},
    {"_m_s", "m/s"},
    {"_N_m", "N/m"},
    {"_deg", "deg"},
    {"_kg", "kg"},
    {"_Pa", "Pa"},
    {"_J", "J"},
    {"_N", "N"},
    {"_W", "W"},
    {"_m", "m"},
    {"_s", "s"},
}};

/// The last `parts` parts of a dotted key.
std::string lastParts(const std::string& key, int parts) {
  std::size_t at = key.size();
  for (int i = 0; i < parts && at != std::string::npos; ++i) {
    at = at == 0 ? std::string::npos : key.rfind('.', at - 1);
  }
  return at == std::string::npos ? key : key.substr(at + 1);
}

}  // namespace

NumberName nameOfNumber(std::string_view path) {
  for (const auto& [ending, unit] : kUnitEndings) {
    if (path.ends_with(ending) && path.size() > ending.size()) {
      return {std::string(path.substr(0, path.size() - ending.size())), std::string(unit)};
    }
  }
  return {std::string(path), {}};
}

std::vector<std::string> shortNames(const std::vector<std::string>& keys) {
  std::vector<std::string> names;
  for (const std::string& key : keys) {
    const auto dots = static_cast<int>(std::ranges::count(key, '.'));
    int parts = 1;
    const auto isAlone = [&] {
      return std::ranges::count_if(
                 keys, [&](const std::string& other) { return lastParts(other, parts) == lastParts(key, parts); }) == 1;
    };
    while (parts <= dots && !isAlone()) {
      ++parts;
    }
    names.push_back(lastParts(key, parts));
  }
  return names;
}

KeyNumber numberOf(const std::string& text) {
  const auto number = unitNumberOf(text);
  if (!number) {
    return {std::numeric_limits<double>::quiet_NaN(), {}};
  }
  if (number->unit.empty()) {
    return {number->value, {}};
  }
  for (int d = static_cast<int>(Dimension::length); d <= static_cast<int>(Dimension::wear); ++d) {
    const Quantity quantity = parseQuantity(text, static_cast<Dimension>(d));
    if (quantity.what.empty()) {
      return {quantity.value, std::string(unitOf(static_cast<Dimension>(d)))};
    }
  }
  return {number->value, number->unit};
}

}  // namespace scree
