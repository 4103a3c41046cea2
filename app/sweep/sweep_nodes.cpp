#include "app/sweep/sweep_nodes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "engine/base/units.h"

namespace scree {

std::string natureOf(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::list:
      return node.children.empty() ? "an empty list" : "a list";
    case YamlNode::Kind::map:
      return node.keys.empty() ? "an empty section" : "a section of keys";
    case YamlNode::Kind::scalar:
      return node.text.empty() ? "an empty text" : inQuotes(node.text);
    case YamlNode::Kind::empty:
      break;
  }
  return std::string(nameOf(node.kind));
}

bool isMapOf(const YamlNode& node, std::string_view name, const std::vector<std::string_view>& known,
             ErrorList& errors) {
  if (node.kind != YamlNode::Kind::map) {
    errors.add(node.mark, fmt::format("{} is {}", name, natureOf(node)),
               fmt::format("write a section with keys of these: {}", fmt::join(known, ", ")));
    return false;
  }
  bool isKnown = true;
  for (const YamlNode::Key& key : node.keys) {
    if (std::ranges::find(known, key.name) == known.end()) {
      errors.add(key.mark, fmt::format("unknown key {} in {}", inQuotes(key.name), name), suggestion(key.name, known));
      isKnown = false;
    }
  }
  return isKnown;
}

std::optional<std::string> wordOf(const YamlNode& node, std::string_view name, std::string_view meaning,
                                  ErrorList& errors) {
  if (node.kind == YamlNode::Kind::scalar && !node.text.empty()) {
    return node.text;
  }
  errors.add(node.mark, fmt::format("'{}' is {}", name, natureOf(node)), fmt::format("give {}", meaning));
  return std::nullopt;
}

std::optional<std::int64_t> wholeOf(const YamlNode& node, std::string_view name, double least, double most,
                                    ErrorList& errors) {
  if (node.kind == YamlNode::Kind::scalar) {
    const Quantity number = parseQuantity(node.text, Dimension::number);
    if (number.what.empty() && std::floor(number.value) == number.value && number.value >= least &&
        number.value <= most) {
      return static_cast<std::int64_t>(number.value);
    }
  }
  errors.add(node.mark, fmt::format("{} is {}", name, natureOf(node)),
             fmt::format("give a whole number from {:.0f} to {:.0f}", least, most));
  return std::nullopt;
}

std::optional<double> timeOf(const YamlNode& node, std::string_view name, bool takesZero, ErrorList& errors) {
  if (node.kind != YamlNode::Kind::scalar) {
    errors.add(node.mark, fmt::format("'{}' is {}", name, natureOf(node)), "give a time, such as 5 s");
    return std::nullopt;
  }
  const Quantity time = parseQuantity(node.text, Dimension::time);
  if (!time.what.empty()) {
    errors.add(node.mark, fmt::format("'{}': {}", name, time.what), time.remedy);
    return std::nullopt;
  }
  if (time.value < 0.0 || (time.value == 0.0 && !takesZero)) {
    errors.add(node.mark, fmt::format("'{}' is {}", name, inQuotes(node.text)),
               takesZero ? "give 0 s or a later time" : "give a time above 0 s");
    return std::nullopt;
  }
  return time.value;
}

std::optional<bool> switchOf(const YamlNode& node, std::string_view name, ErrorList& errors) {
  if (node.kind == YamlNode::Kind::scalar && (node.text == "on" || node.text == "off")) {
    return node.text == "on";
  }
  errors.add(node.mark, fmt::format("'{}' is neither on nor off", name), "give one of them");
  return std::nullopt;
}

}  // namespace scree
