#include "engine/scene_file/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string_view>

namespace scree {
namespace {

/// A key that was, and what stands for it.
struct OldKey {
  std::string_view name;
  std::string_view remedy;
};
constexpr std::array<OldKey, 7> kOldKeys = {{
    {"front_speed", "use split_speed, in √(g d) of the mean grain: 7.5 mm/s are 0.0225 for grains of 11 mm"},
    {"impact_depth_speed", "use impact_depth, in √(g d) of the mean grain: 0.3 m/s are 0.9 for grains of 11 mm"},
    {"quarantine", "use wait_time, in √(d/g) of the mean grain: 1.7 are 12 steps of 5 ms for grains of 11 mm"},
    {"audit_interval", "use audit_time, in √(d/g) of the mean grain: 0.1 s are 3 for grains of 11 mm"},
    {"merge_breath", "remove the key: contacts approach and part at 0.4 merge_speed or slower to merge"},
    {"audit_size", "remove the key: patches of audits have 3 diameters now"},
    {"audit_depth", "remove the key: audits reach 8 diameters deep now"},
}};

std::string remedyOf(std::string_view key, const std::vector<std::string_view>& known) {
  const auto* const old = std::ranges::find(kOldKeys, key, &OldKey::name);
  return old != kOldKeys.end() ? std::string(old->remedy) : suggestion(key, known);
}

/// Wanted value in words, for messages: "a length", "from 0 to 1", "0 or more".
std::string wanted(Dimension dimension, const Range& range) {
  const bool least = std::isfinite(range.least);
  const bool most = std::isfinite(range.most);
  if (least && most) {
    return fmt::format("from {} to {}", formatQuantity(range.least, dimension), formatQuantity(range.most, dimension));
  }
  if (least) {
    return fmt::format("{} or more", formatQuantity(range.least, dimension));
  }
  return most ? fmt::format("{} or less", formatQuantity(range.most, dimension)) : std::string(nameOf(dimension));
}

std::string found(const YamlNode& node) { return fmt::format("found {}", nameOf(node.kind)); }

constexpr std::string_view kDirectionRemedy = "write x, -x, y, -y, z, -z or three numbers such as [1, 0, 0.5]";

}  // namespace

bool Reader::isSection(const YamlNode& node, std::string_view key, ErrorList& errors) {
  if (node.kind == YamlNode::Kind::map || node.kind == YamlNode::Kind::empty) {
    return true;
  }
  errors.add(node.mark, fmt::format("{} needs a section of keys, {}", inQuotes(key), found(node)),
             "write its keys one a line below it, indented, each as 'key: value'");
  return false;
}

std::optional<std::size_t> Reader::alternativeOf(const YamlNode& node, std::string_view key,
                                                 const std::vector<std::string_view>& words, ErrorList& errors) {
  std::string all;
  for (const std::string_view word : words) {
    all += all.empty() ? "" : ", ";
    all += word;
  }
  if (node.kind != YamlNode::Kind::map || node.children.empty()) {
    errors.add(node.mark, fmt::format("{} needs a kind, {}", inQuotes(key), found(node)),
               fmt::format("write '{}: {{...}}' with one of: {}", words[0], all));
    return std::nullopt;
  }
  if (node.children.size() > 1) {
    errors.add(node.keys[1].mark,
               fmt::format("{} beside {}: {} needs a single kind", inQuotes(node.keys[1].name),
                           inQuotes(node.keys[0].name), inQuotes(key)),
               "indent it further when it belongs to the kind, or begin another item with '-'");
    return std::nullopt;
  }
  const std::string& word = node.keys[0].name;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == word) {
      return i;
    }
  }
  errors.add(node.keys[0].mark, fmt::format("{} is no kind of {}", inQuotes(word), inQuotes(key)),
             suggestion(word, words));
  return std::nullopt;
}

const YamlNode* Reader::find(const Field& field) {
  known_.push_back(field.key);
  const YamlNode* node = section_.find(field.key);
  if (node == nullptr && field.required) {
    errors_.add(section_.mark, fmt::format("{} is missing", inQuotes(field.key)),
                fmt::format("add '{}: ...' ({})", field.key, field.meaning));
  }
  return node;
}

const YamlNode* Reader::findList(const Field& field) {
  const YamlNode* node = find(field);
  if (node == nullptr || node->kind == YamlNode::Kind::empty || node->kind == YamlNode::Kind::list) {
    return node;
  }
  errors_.add(node->mark, fmt::format("{} needs a list, {}", inQuotes(field.key), found(*node)),
              "begin each item with '- '");
  return nullptr;
}

void Reader::finish() {
  for (const YamlNode::Key& key : section_.keys) {
    if (std::find(known_.begin(), known_.end(), key.name) == known_.end()) {
      errors_.add(key.mark, fmt::format("unknown key {}", inQuotes(key.name)),
                  errors_.full() ? std::string() : remedyOf(key.name, known_));
    }
  }
}

void Reader::text(const Field& field, std::string& value) {
  const YamlNode* node = find(field);
  if (node == nullptr) {
    return;
  }
  if (node->kind != YamlNode::Kind::scalar) {
    errors_.add(node->mark, fmt::format("{} needs a text, {}", inQuotes(field.key), found(*node)),
                "write it behind the colon");
    return;
  }
  value = node->text;
}

void Reader::flag(const Field& field, bool& value) {
  static constexpr std::array<std::string_view, 2> kWords = {"false", "true"};
  if (const std::optional<std::size_t> index = readChoice(field, kWords)) {
    value = *index == 1;
  }
}

std::optional<std::size_t> Reader::readChoice(const Field& field, std::span<const std::string_view> words) {
  const YamlNode* node = find(field);
  if (node == nullptr) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (node->kind == YamlNode::Kind::scalar && node->text == words[i]) {
      return i;
    }
  }
  const std::string text =
      node->kind == YamlNode::Kind::scalar ? inQuotes(node->text) : std::string(nameOf(node->kind));
  errors_.add(node->mark, fmt::format("{} is not a value of {}", text, inQuotes(field.key)),
              suggestion(node->text, {words.begin(), words.end()}));
  return std::nullopt;
}

bool Reader::checkRange(const YamlNode& node, std::string_view key, double value, Dimension dimension,
                        const Range& range) {
  if (value >= range.least && value <= range.most) {
    return true;
  }
  errors_.add(node.mark, fmt::format("{} is out of range for {}", inQuotes(node.text), inQuotes(key)),
              fmt::format("must be {}", wanted(dimension, range)));
  return false;
}

std::optional<double> Reader::readQuantity(const YamlNode& node, std::string_view key, Dimension dimension,
                                           const Range& range) {
  if (node.kind != YamlNode::Kind::scalar) {
    errors_.add(node.mark, fmt::format("{} needs {}, {}", inQuotes(key), nameOf(dimension), found(node)),
                unitOf(dimension).empty() ? "write a number"
                                          : fmt::format("write a number with one of the units {}", unitsOf(dimension)));
    return std::nullopt;
  }
  Quantity quantity = parseQuantity(node.text, dimension);
  if (!quantity.what.empty()) {
    errors_.add(node.mark, fmt::format("{}: {}", key, quantity.what), std::move(quantity.remedy));
    return std::nullopt;
  }
  if (!checkRange(node, key, quantity.value, dimension, range)) {
    return std::nullopt;
  }
  return quantity.value;
}

void Reader::quantity(const Field& field, double& value, Dimension dimension, const Range& range) {
  if (const YamlNode* node = find(field)) {
    value = readQuantity(*node, field.key, dimension, range).value_or(value);
  }
}

void Reader::quantity(const Field& field, std::optional<double>& value, Dimension dimension, const Range& range) {
  if (const YamlNode* node = find(field)) {
    value = readQuantity(*node, field.key, dimension, range);
  }
}

void Reader::quantityOf(const Field& field, double& value, const std::array<Dimension, 2>& dimensions, bool& isSecond,
                        const Range& range) {
  const YamlNode* node = find(field);
  if (node == nullptr) {
    return;
  }
  const bool second = node->kind == YamlNode::Kind::scalar && !parseQuantity(node->text, dimensions[0]).what.empty() &&
                      parseQuantity(node->text, dimensions[1]).what.empty();
  if (const auto read = readQuantity(*node, field.key, dimensions[second ? 1 : 0], range)) {
    value = *read;
    isSecond = second;
  }
}

void Reader::quantityOf(const Field& field, std::optional<EitherQuantity>& value,
                        const std::array<Dimension, 2>& dimensions, const Range& range) {
  const YamlNode* node = find(field);
  if (node == nullptr) {
    return;
  }
  const auto fits = [&](Dimension d) {
    return node->kind == YamlNode::Kind::scalar && parseQuantity(node->text, d).what.empty();
  };
  const EitherQuantity kinds{.isFirst = fits(dimensions[0]), .isSecond = fits(dimensions[1]), .mark = node->mark};
  const Dimension dimension = dimensions[kinds.isSecond && !kinds.isFirst ? 1 : 0];
  if (const auto read = readQuantity(*node, field.key, dimension, range)) {
    value = kinds;
    value->value = *read;
  }
}

void Reader::quantityOrWord(const Field& field, double& value, Dimension dimension, const Range& range,
                            std::string_view word, bool& isWord) {
  const YamlNode* node = find(field);
  if (node == nullptr) {
    return;
  }
  isWord = node->kind == YamlNode::Kind::scalar && node->text == word;
  const bool isAnotherWord = node->kind == YamlNode::Kind::scalar && !node->text.empty() &&
                             std::isalpha(static_cast<unsigned char>(node->text.front())) != 0;
  if (isAnotherWord && !isWord) {
    errors_.add(node->mark, fmt::format("{} is {}", inQuotes(field.key), inQuotes(node->text)),
                fmt::format("write a quantity with its unit, or the word {}", inQuotes(std::string(word))));
  } else if (!isWord) {
    value = readQuantity(*node, field.key, dimension, range).value_or(value);
  }
}

void Reader::quantities(const Field& field, std::vector<double>& values, std::size_t count, Dimension dimension,
                        const Range& range) {
  const YamlNode* node = findList(field);
  if (node == nullptr) {
    return;
  }
  if (node->children.empty() || (count > 0 && node->children.size() != count)) {
    const std::string number = count > 0 ? fmt::format("{}", count) : "one or more";
    errors_.add(node->mark, fmt::format("{} has {} values", inQuotes(field.key), node->children.size()),
                fmt::format("write {} in brackets, separated by commas", number));
    return;
  }
  values.clear();
  for (const YamlNode& item : node->children) {
    if (const auto value = readQuantity(item, field.key, dimension, range)) {
      values.push_back(*value);
    }
  }
}

std::optional<Vec3> Reader::readVector(const YamlNode& node, std::string_view key, Dimension dimension,
                                       const Range& range) {
  if (node.kind != YamlNode::Kind::list || node.children.size() != 3) {
    const std::string what =
        node.kind == YamlNode::Kind::list ? fmt::format("found {} values", node.children.size()) : found(node);
    errors_.add(node.mark, fmt::format("{} needs three values, {}", inQuotes(key), what), "write them as [x, y, z]");
    return std::nullopt;
  }
  Vec3 vector = Vec3::Zero();
  bool complete = true;
  for (int i = 0; i < 3; ++i) {
    const auto value = readQuantity(node.children[static_cast<std::size_t>(i)], key, dimension, range);
    vector[i] = value.value_or(0.0);
    complete = complete && value;
  }
  return complete ? std::optional(vector) : std::nullopt;
}

void Reader::vector(const Field& field, Vec3& value, Dimension dimension, const Range& range) {
  if (const YamlNode* node = find(field)) {
    value = readVector(*node, field.key, dimension, range).value_or(value);
  }
}

void Reader::vector(const Field& field, std::optional<Vec3>& value, Dimension dimension, const Range& range) {
  if (const YamlNode* node = find(field)) {
    value = readVector(*node, field.key, dimension, range);
  }
}

void Reader::vectors(const Field& field, std::vector<Vec3>& values, Dimension dimension, const Range& range) {
  const YamlNode* node = findList(field);
  if (node == nullptr) {
    return;
  }
  values.clear();
  for (const YamlNode& item : node->children) {
    if (const auto value = readVector(item, field.key, dimension, range)) {
      values.push_back(*value);
    }
  }
}

std::optional<Vec3> Reader::readDirection(const YamlNode& node, std::string_view key) {
  if (node.kind == YamlNode::Kind::scalar) {
    std::string_view word = node.text;
    const double sign = word.starts_with('-') ? -1.0 : 1.0;
    if (word.starts_with('-') || word.starts_with('+')) {
      word.remove_prefix(1);
    }
    if (word.size() == 1 && word[0] >= 'x' && word[0] <= 'z') {
      Vec3 axis = Vec3::Zero();
      axis[word[0] - 'x'] = sign;
      return axis;
    }
  }
  if (node.kind != YamlNode::Kind::list) {
    errors_.add(node.mark,
                fmt::format("{} needs a direction, found {}", inQuotes(key),
                            node.kind == YamlNode::Kind::scalar ? inQuotes(node.text) : std::string(nameOf(node.kind))),
                std::string(kDirectionRemedy));
    return std::nullopt;
  }
  const auto vector = readVector(node, key, Dimension::number, Range{-1e6, 1e6});
  if (!vector) {
    return std::nullopt;
  }
  if (vector->norm() < 1e-9) {
    errors_.add(node.mark, fmt::format("{} is a zero vector", inQuotes(key)), std::string(kDirectionRemedy));
    return std::nullopt;
  }
  return vector->normalized();
}

void Reader::direction(const Field& field, Vec3& value) {
  if (const YamlNode* node = find(field)) {
    value = readDirection(*node, field.key).value_or(value);
  }
}

void Reader::direction(const Field& field, std::optional<Vec3>& value) {
  if (const YamlNode* node = find(field)) {
    value = readDirection(*node, field.key);
  }
}

std::optional<Reference> Reader::readReference(const YamlNode& node, std::string_view key, std::string_view section) {
  if (node.kind != YamlNode::Kind::scalar) {
    errors_.add(node.mark, fmt::format("{} needs a name, {}", inQuotes(key), found(node)),
                fmt::format("write a name from '{}'", section));
    return std::nullopt;
  }
  return Reference{node.text, node.mark};
}

void Reader::reference(const Field& field, Reference& value, std::string_view section) {
  if (const YamlNode* node = find(field)) {
    value = readReference(*node, field.key, section).value_or(value);
  }
}

void Reader::reference(const Field& field, std::optional<Reference>& value, std::string_view section) {
  if (const YamlNode* node = find(field)) {
    value = readReference(*node, field.key, section);
  }
}

void Reader::references(const Field& field, std::vector<Reference>& values, std::size_t count,
                        std::string_view section) {
  const YamlNode* node = findList(field);
  if (node == nullptr) {
    return;
  }
  if (node->children.size() != count) {
    errors_.add(node->mark, fmt::format("{} has {} names", inQuotes(field.key), node->children.size()),
                fmt::format("write {} in brackets, separated by commas", count));
    return;
  }
  values.clear();
  for (const YamlNode& item : node->children) {
    if (const auto value = readReference(item, field.key, section)) {
      values.push_back(*value);
    }
  }
}

void Reader::names(const Field& field, std::span<bool> flags, std::span<const std::string_view> words) {
  const YamlNode* node = findList(field);
  if (node == nullptr) {
    return;
  }
  for (const YamlNode& item : node->children) {
    const auto word = std::find(words.begin(), words.end(), std::string_view(item.text));
    if (item.kind == YamlNode::Kind::scalar && word != words.end()) {
      flags[static_cast<std::size_t>(word - words.begin())] = true;
      continue;
    }
    errors_.add(item.mark, fmt::format("{} is not a value of {}", inQuotes(item.text), inQuotes(field.key)),
                suggestion(item.text, {words.begin(), words.end()}));
  }
}

std::optional<double> Reader::readWhole(const Field& field, const Range& range) {
  const YamlNode* node = find(field);
  if (node == nullptr) {
    return std::nullopt;
  }
  const auto value = readQuantity(*node, field.key, Dimension::number, kAny);
  if (!value) {
    return std::nullopt;
  }
  if (*value == std::floor(*value) && *value >= range.least && *value <= range.most) {
    return value;
  }
  errors_.add(node->mark, fmt::format("{} is out of range for {}", inQuotes(node->text), inQuotes(field.key)),
              range.least == range.most ? fmt::format("must be {}", range.least)
                                        : fmt::format("must be a whole number from {} to {}", range.least, range.most));
  return std::nullopt;
}

void Reader::parameter(ParameterKey key, Parameters& parameters) {
  const ParameterInfo& info = infoOf(key);
  const YamlNode* node = find({info.name, info.meaning});
  if (node == nullptr) {
    return;
  }
  const bool isOfGrains = info.unit.find("√") != std::string_view::npos;
  if (isOfGrains && node->kind == YamlNode::Kind::scalar &&
      !parseQuantity(node->text, Dimension::number).what.empty()) {
    errors_.add(node->mark, fmt::format("{}: {} is not a number alone", info.name, inQuotes(node->text)),
                fmt::format("it counts in {}, d the mean diameter and g gravity: write a number such as {}", info.unit,
                            valueOf(parameters, key)));
    return;
  }
  const auto value = readQuantity(*node, info.name, dimensionOf(info), kAny);
  if (!value) {
    return;
  }
  std::string refusal = setValue(parameters, key, *value);
  if (!refusal.empty()) {
    errors_.add(node->mark, fmt::format("{} is out of range for {}", inQuotes(node->text), inQuotes(info.name)),
                std::move(refusal));
  }
}

}  // namespace scree
