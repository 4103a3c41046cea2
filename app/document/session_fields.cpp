#include "app/document/session_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <type_traits>

#include "app/document/option_names.h"
#include "app/document/session_text.h"

namespace scree {

namespace {

template <typename Shape>
SensorShape shapeOf() {
  return Shape{};
}
constexpr std::array<SensorShape (*)(), kSensorShapeNames.size()> kShapes = {
    shapeOf<SensorBox>, shapeOf<SensorSphere>, shapeOf<SensorCylinder>, shapeOf<SensorHalfSpace>};
static_assert(std::variant_size_v<SensorShape> == kSensorShapeNames.size());

template <typename Visitor>
void vector(Visitor& v, std::string_view key, Vec3& value) {
  std::array<double, 3> parts = {value.x(), value.y(), value.z()};
  v.numbers(key, parts);
  value = {parts[0], parts[1], parts[2]};
}

template <typename Visitor>
void sensorFields(Visitor& v, SavedSensor& saved) {
  SplitSensor& sensor = saved.sensor;
  v.text("name", sensor.name);
  v.text("carrier", saved.carrier);
  v.flag("enabled", sensor.enabled);
  vector(v, "position", sensor.pose.position);
  Quat& turn = sensor.pose.orientation;
  std::array<double, 4> parts = {turn.x(), turn.y(), turn.z(), turn.w()};
  v.numbers("orientation", parts);
  turn = Quat(parts[3], parts[0], parts[1], parts[2]);
  constexpr double kUnit = 1e-9;  // saved quaternions have unit length to the last digit, typed ones need not
  if (std::abs(turn.norm() - 1.0) > kUnit && turn.norm() > 0.0) {
    turn.normalize();
  }
  auto kind = static_cast<int>(sensor.shape.index());
  v.word("shape", kind, kSensorShapeNames);
  if (kind != static_cast<int>(sensor.shape.index())) {
    sensor.shape = kShapes[static_cast<std::size_t>(kind)]();
  }
  if (auto* box = std::get_if<SensorBox>(&sensor.shape)) {
    vector(v, "half_extents", box->halfExtents);
  } else if (auto* sphere = std::get_if<SensorSphere>(&sensor.shape)) {
    v.number("radius", sphere->radius);
  } else if (auto* cylinder = std::get_if<SensorCylinder>(&sensor.shape)) {
    v.number("radius", cylinder->radius);
    v.number("half_length", cylinder->halfLength);
  }
  v.check(problemOf(sensor));
  v.rest(saved.rest);
}

std::vector<std::string_view> namesOf(const ChoiceInfo& info) {
  std::vector<std::string_view> names;
  for (const ChoiceValue& value : info.values) {
    names.push_back(value.name);
  }
  return names;
}

}  // namespace

YamlNode SessionWriter::emptyMap() { return mapNode(); }

void SessionWriter::put(std::string_view key, YamlNode value) { setKey(tree_, key, std::move(value)); }

void SessionWriter::text(std::string_view key, const std::string& value) { put(key, scalarNode(value)); }

void SessionWriter::texts(const std::map<std::string, std::string, std::less<>>& values) {
  for (const auto& [key, value] : values) {
    text(key, value);
  }
}

void SessionWriter::flag(std::string_view key, bool value) { put(key, scalarNode(value ? "true" : "false")); }

void SessionWriter::number(std::string_view key, double value, NumberBounds /*bounds*/) {
  put(key, scalarNode(shortest(value)));
}

void SessionWriter::number(std::string_view key, float value, NumberBounds /*bounds*/) {
  put(key, scalarNode(shortest(value)));
}

void SessionWriter::number(std::string_view key, int value, NumberBounds /*bounds*/) {
  put(key, scalarNode(std::to_string(value)));
}

void SessionWriter::word(std::string_view key, int value, std::span<const std::string_view> names) {
  put(key, scalarNode(std::string(names[static_cast<std::size_t>(value)])));
}

void SessionWriter::rest(const YamlNode& unknown) { addMissing(tree_, unknown); }

void SessionWriter::changes(SavedChanges& changes) {
  section("parameters", [&](SessionWriter& inner) {
    for (const auto& [name, value] : changes.parameters) {
      inner.number(name, value);
    }
  });
  section("choices", [&](SessionWriter& inner) {
    for (const ChoiceInfo& info : choiceTable()) {
      if (const auto found = changes.choices.find(info.name); found != changes.choices.end()) {
        inner.word(info.name, found->second, namesOf(info));
      }
    }
  });
  section("drives", [&](SessionWriter& inner) {
    for (const auto& [body, speeds] : changes.drives) {
      YamlNode list;
      list.kind = YamlNode::Kind::list;
      for (const std::optional<double>& speed : speeds) {
        list.children.push_back(scalarNode(speed ? shortest(*speed) : "as the scene"));
      }
      inner.put(body, std::move(list));
    }
  });
  if (!changes.meshes.empty()) {
    section("meshes", [&](SessionWriter& inner) {
      for (const auto& [body, numbers] : changes.meshes) {
        inner.section(body, [&, &ofBody = numbers](SessionWriter& own) {
          for (const auto& [key, value] : ofBody) {
            own.number(key, value);
          }
        });
      }
    });
  }
  if (!changes.granulation.empty()) {
    section("granulation", [&](SessionWriter& inner) {
      for (const auto& [name, value] : changes.granulation) {
        inner.number(name, value);
      }
    });
  }
  if (!changes.laws.empty()) {
    YamlNode list;
    list.kind = YamlNode::Kind::list;
    for (const SavedLaw& law : changes.laws) {
      SessionWriter inner;
      inner.text("material", law.a);
      if (!law.b.empty()) {
        inner.text("against", law.b);
      }
      for (const auto& [name, value] : law.values) {
        inner.number(name, value);
      }
      list.children.push_back(inner.take());
    }
    put("laws", std::move(list));
  }
  if (changes.sensors) {
    YamlNode list;
    list.kind = YamlNode::Kind::list;
    for (SavedSensor& sensor : *changes.sensors) {
      SessionWriter inner;
      sensorFields(inner, sensor);
      list.children.push_back(inner.take());
    }
    put("sensors", std::move(list));
  }
}

const YamlNode* SessionReader::find(std::string_view key, YamlNode::Kind kind) {
  known_.push_back(key);
  const YamlNode* node = section_.find(key);
  if (node == nullptr || node->kind == YamlNode::Kind::empty) {
    return nullptr;
  }
  if (node->kind != kind) {
    errors_.add(node->mark, fmt::format("'{}' is {}", key, nameOf(node->kind)),
                fmt::format("it must be {}", nameOf(kind)));
    return nullptr;
  }
  return node;
}

std::optional<double> SessionReader::numberOf(const YamlNode& node, std::string_view key, NumberBounds bounds) {
  double value = 0.0;
  const char* end = node.text.data() + node.text.size();
  const auto [stop, trouble] = std::from_chars(node.text.data(), end, value);
  if (node.kind != YamlNode::Kind::scalar || trouble != std::errc() || stop != end || !std::isfinite(value)) {
    errors_.add(node.mark, fmt::format("{} is no number for '{}'", inQuotes(node.text), key), "write one such as 0.5");
    return std::nullopt;
  }
  if (value < bounds.least || value > bounds.most) {
    errors_.add(node.mark, fmt::format("{} is out of range for '{}'", inQuotes(node.text), key),
                fmt::format("use a number from {:.6g} to {:.6g}", bounds.least, bounds.most));
    return std::nullopt;
  }
  return value;
}

void SessionReader::text(std::string_view key, std::string& value) {
  if (const YamlNode* node = find(key, YamlNode::Kind::scalar)) {
    value = node->text;
  }
}

void SessionReader::texts(std::map<std::string, std::string, std::less<>>& values) {
  for (const YamlNode::Key& key : section_.keys) {
    text(key.name, values[key.name]);
  }
}

void SessionReader::flag(std::string_view key, bool& value) {
  if (const YamlNode* node = find(key, YamlNode::Kind::scalar)) {
    if (node->text != "true" && node->text != "false") {
      errors_.add(node->mark, fmt::format("{} is neither true nor false for '{}'", inQuotes(node->text), key),
                  "write true or false");
      return;
    }
    value = node->text == "true";
  }
}

void SessionReader::number(std::string_view key, double& value, NumberBounds bounds) {
  if (const YamlNode* node = find(key, YamlNode::Kind::scalar)) {
    value = numberOf(*node, key, bounds).value_or(value);
  }
}

void SessionReader::number(std::string_view key, float& value, NumberBounds bounds) {
  const YamlNode* node = find(key, YamlNode::Kind::scalar);
  const bool good =
      node != nullptr && numberOf(*node, key, {std::max(bounds.least, -3e38), std::min(bounds.most, 3e38)});
  if (good) {
    std::from_chars(node->text.data(), node->text.data() + node->text.size(), value);
  }
}

void SessionReader::number(std::string_view key, int& value, NumberBounds bounds) {
  double read = value;
  number(key, read, {std::max(bounds.least, -2e9), std::min(bounds.most, 2e9)});
  if (read != std::floor(read)) {
    errors_.add(section_.find(key)->mark, fmt::format("'{}' is no whole number", key), "leave out the fraction");
    return;
  }
  value = static_cast<int>(read);
}

std::vector<double> SessionReader::listOf(std::string_view key, std::size_t count, NumberBounds bounds) {
  const YamlNode* node = find(key, YamlNode::Kind::list);
  if (node == nullptr) {
    return {};
  }
  std::vector<double> values;
  for (const YamlNode& item : node->children) {
    if (const auto value = numberOf(item, key, bounds)) {
      values.push_back(*value);
    }
  }
  if (node->children.size() != count) {
    errors_.add(node->mark, fmt::format("'{}' has {} numbers", key, node->children.size()),
                fmt::format("it needs {}", count));
  }
  return values.size() == count ? values : std::vector<double>();
}

void SessionReader::word(std::string_view key, int& value, std::span<const std::string_view> names) {
  if (const YamlNode* node = find(key, YamlNode::Kind::scalar)) {
    const auto found = std::find(names.begin(), names.end(), node->text);
    if (found == names.end()) {
      errors_.add(node->mark, fmt::format("'{}' can't be {}", key, inQuotes(node->text)),
                  suggestion(node->text, {names.begin(), names.end()}));
      return;
    }
    value = static_cast<int>(found - names.begin());
  }
}

std::vector<const YamlNode*> SessionReader::sectionsOf(std::string_view key) {
  std::vector<const YamlNode*> sections;
  const YamlNode* list = find(key, YamlNode::Kind::list);
  for (std::size_t i = 0; list != nullptr && i < list->children.size(); ++i) {
    const YamlNode& item = list->children[i];
    if (item.kind == YamlNode::Kind::map) {
      sections.push_back(&item);
    } else {
      errors_.add(item.mark, fmt::format("an entry of '{}' is {}", key, nameOf(item.kind)), "it must be a section");
    }
  }
  return sections;
}

YamlNode SessionReader::leftOver() const {
  YamlNode left = restOfSections_;
  for (std::size_t i = 0; i < section_.keys.size(); ++i) {
    if (std::find(known_.begin(), known_.end(), section_.keys[i].name) == known_.end()) {
      setKey(left, section_.keys[i].name, section_.children[i]);
    }
  }
  return left;
}

void SessionReader::rest(YamlNode& unknown) { unknown = leftOver(); }

void SessionReader::keepRest(std::string_view key, SessionReader& inner) {
  YamlNode left = inner.leftOver();
  if (!left.keys.empty()) {
    setKey(restOfSections_, key, std::move(left));
  }
}

void SessionReader::check(const std::string& problem) {
  if (!problem.empty()) {
    errors_.add(section_.mark, problem, "correct it, or take it out of the list");
  }
}

void SessionReader::changes(SavedChanges& changes) {
  section("parameters", [&](SessionReader& inner) {
    for (const ParameterInfo& info : parameterTable()) {
      const YamlNode* node = inner.find(info.name, YamlNode::Kind::scalar);
      const auto value =
          node == nullptr ? std::nullopt : inner.numberOf(*node, info.name, {info.minimum, info.maximum});
      if (value) {
        changes.parameters.insert_or_assign(std::string(info.name), *value);
      }
    }
  });
  section("choices", [&](SessionReader& inner) {
    for (const ChoiceInfo& info : choiceTable()) {
      int value = -1;
      inner.word(info.name, value, namesOf(info));
      if (value >= 0) {
        changes.choices.insert_or_assign(std::string(info.name), value);
      }
    }
  });
  section("drives", [&](SessionReader& inner) {
    for (const YamlNode::Key& key : inner.section_.keys) {
      if (const YamlNode* list = inner.find(key.name, YamlNode::Kind::list)) {
        changes.drives.insert_or_assign(key.name, inner.speedsOf(*list, key.name));
      }
    }
  });
  section("meshes", [&](SessionReader& inner) {
    for (const YamlNode::Key& body : inner.section_.keys) {
      inner.section(body.name, [&](SessionReader& own) {
        for (const YamlNode::Key& key : own.section_.keys) {
          const YamlNode* node = own.find(key.name, YamlNode::Kind::scalar);
          const auto value = node == nullptr ? std::nullopt : own.numberOf(*node, key.name, {});
          if (value) {
            changes.meshes[body.name].insert_or_assign(key.name, *value);
          }
        }
      });
    }
  });
  section("granulation", [&](SessionReader& inner) {
    for (const YamlNode::Key& key : inner.section_.keys) {
      const YamlNode* node = inner.find(key.name, YamlNode::Kind::scalar);
      const auto value = node == nullptr ? std::nullopt : inner.numberOf(*node, key.name, {});
      if (value) {
        changes.granulation.insert_or_assign(key.name, *value);
      }
    }
  });
  readLaws(changes);
  readSensors(changes);
}

void SessionReader::readLaws(SavedChanges& changes) {
  const YamlNode* list = find("laws", YamlNode::Kind::list);
  for (const YamlNode& item : list == nullptr ? std::vector<YamlNode>() : list->children) {
    if (item.kind != YamlNode::Kind::map) {
      errors_.add(item.mark, fmt::format("a law is {}", nameOf(item.kind)), "it must be a section with a material");
      continue;
    }
    SessionReader inner(item, errors_);
    SavedLaw& law = changes.laws.emplace_back();
    inner.text("material", law.a);
    inner.text("against", law.b);
    const auto read = [&](std::string_view name, NumberBounds bounds) {
      const YamlNode* node = inner.find(name, YamlNode::Kind::scalar);
      if (const auto value = node == nullptr ? std::nullopt : inner.numberOf(*node, name, bounds)) {
        law.values.insert_or_assign(std::string(name), *value);
      }
    };
    read(kModulusName, {kLeastModulus, kLargestModulus});
    for (const PairLawInfo& info : pairLawTable()) {
      read(info.name, {info.minimum, info.maximum});
    }
  }
}

std::vector<std::optional<double>> SessionReader::speedsOf(const YamlNode& list, std::string_view key) {
  std::vector<std::optional<double>> speeds;
  for (const YamlNode& item : list.children) {
    speeds.push_back(item.text == "as the scene" ? std::nullopt : numberOf(item, key, {}));
  }
  return speeds;
}

void SessionReader::readSensors(SavedChanges& changes) {
  const YamlNode* list = find("sensors", YamlNode::Kind::list);
  if (list == nullptr) {
    return;
  }
  changes.sensors.emplace();
  for (const YamlNode& item : list->children) {
    if (item.kind != YamlNode::Kind::map) {
      errors_.add(item.mark, fmt::format("a sensor is {}", nameOf(item.kind)), "it must be a section with a shape");
      continue;
    }
    SessionReader inner(item, errors_);
    sensorFields(inner, changes.sensors->emplace_back());
  }
}

}  // namespace scree
