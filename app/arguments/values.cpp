#include "app/arguments/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "engine/scene_file/errors.h"

namespace scree {

namespace {

/// Number with the unit of its dimension, as short as it can be written: "0 s".
std::string shortText(double value, Dimension dimension) {
  const std::string_view unit = unitOf(dimension);
  return fmt::format("{:g}{}{}", value, unit.empty() ? "" : " ", unit);
}

std::string allowedText(const ValueBounds& bounds, Dimension dimension) {
  const std::string least = shortText(bounds.least, dimension);
  if (std::isinf(bounds.most)) {
    return fmt::format("{} {}", bounds.takesLeast ? "give at least" : "give more than", least);
  }
  const std::string most = shortText(bounds.most, dimension);
  return bounds.takesLeast ? fmt::format("give {} to {}", least, most)
                           : fmt::format("give more than {} and at most {}", least, most);
}

}  // namespace

std::string readQuantity(std::string_view text, Dimension dimension, const ValueBounds& bounds, double& value) {
  const Quantity read = parseQuantity(text, dimension);
  if (!read.what.empty()) {
    const bool isTooLarge = read.what.find("too large") != std::string::npos && !std::isinf(bounds.most);
    return fmt::format("{}: {}", read.what, isTooLarge ? allowedText(bounds, dimension) : read.remedy);
  }
  const bool isAbove = bounds.takesLeast ? read.value >= bounds.least : read.value > bounds.least;
  if (!isAbove || !(read.value <= bounds.most)) {
    return fmt::format("{} is too {}: {}", inQuotes(text), isAbove ? "large" : "small", allowedText(bounds, dimension));
  }
  value = read.value;
  return {};
}

std::string readCount(std::string_view text, int least, int most, int& value) {
  int read = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), read);
  if (problem != std::errc{} || end != text.data() + text.size() || read < least || read > most) {
    return fmt::format("{} is not a whole number from {} to {}", inQuotes(text), least, most);
  }
  value = read;
  return {};
}

std::string complaintOnName(std::string_view name, const std::vector<std::string>& names) {
  if (std::ranges::find(names, name) != names.end()) {
    return {};
  }
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  return fmt::format("there is no {}: {}", inQuotes(name), suggestion(name, candidates));
}

std::string readSetting(std::string_view text, SceneOverride& setting) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    return fmt::format("{} is not key=value, for example solver.sweeps=500", inQuotes(text));
  }
  setting = {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
  return {};
}

}  // namespace scree
