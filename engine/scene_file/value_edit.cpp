#include "engine/scene_file/value_edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace scree {

namespace {

constexpr std::string_view kInForm = " is written in a form that cannot be changed: write it out on one line";

std::optional<std::size_t> indexIn(const YamlNode& node, std::string_view part) {
  if (node.kind == YamlNode::Kind::map) {
    const auto found = std::ranges::find(node.keys, part, &YamlNode::Key::name);
    return found == node.keys.end() ? std::nullopt : std::optional(std::size_t(found - node.keys.begin()));
  }
  std::size_t index = 0;
  const auto [end, problem] = std::from_chars(part.data(), part.data() + part.size(), index);
  const bool isIndex = problem == std::errc{} && end == part.data() + part.size();
  return isIndex && index < node.children.size() ? std::optional(index) : std::nullopt;
}

/// Unit of a written quantity: what follows the number.
std::string_view unitIn(std::string_view written) {
  double value = 0.0;
  written.remove_prefix(written.starts_with('+') ? 1 : 0);
  const auto [end, problem] = std::from_chars(written.data(), written.data() + written.size(), value);
  if (problem != std::errc{}) {
    return {};
  }
  written.remove_prefix(static_cast<std::size_t>(end - written.data()));
  const std::size_t first = std::min(written.find_first_not_of(' '), written.size());
  return written.substr(first);
}

/// True if two numbers differ by no more than rounding.
bool isSame(double a, double b) { return std::abs(a - b) <= 1e-12 + 1e-9 * std::abs(a); }

/// Lines with `spaces` in front of each, and with another end of line.
std::string indentedBy(std::string_view lines, std::size_t spaces, std::string_view lineEnd) {
  std::string all;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    all += (line.empty() ? std::string() : std::string(spaces, ' ')) + std::string(line) + std::string(lineEnd);
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return all;
}

}  // namespace

TextPath below(TextPath path, std::string_view part) {
  path.emplace_back(part);
  return path;
}

ValueEdit::ValueEdit(std::string text) : text_(std::move(text)) {
  lineEnd_ = text_.find("\r\n") != std::string::npos ? "\r\n" : "\n";
  parse();
}

void ValueEdit::parse() {
  ErrorList errors("");
  root_ = parseYaml(text_, 0, errors);
  if (root_ && root_->kind != YamlNode::Kind::map) {
    root_.reset();
  }
  if (!root_) {
    const std::vector<SceneError> found = errors.sorted();
    fail(found.empty() ? "the text is no scene: it begins with 'scree: 1'" : found.front().text());
  }
}

void ValueEdit::fail(std::string problem) {
  if (problem_.empty()) {
    problem_ = std::move(problem);
  }
}

const YamlNode* ValueEdit::find(const TextPath& path) const {
  const YamlNode* node = root_ ? &*root_ : nullptr;
  for (const std::string& part : path) {
    const auto index = node == nullptr ? std::nullopt : indexIn(*node, part);
    node = index ? &node->children[*index] : nullptr;
  }
  return node;
}

std::optional<ValueEdit::Place> ValueEdit::placeOf(const TextPath& path) const {
  const YamlNode* parent = path.empty() ? nullptr : find({path.begin(), path.end() - 1});
  const auto index = parent == nullptr ? std::nullopt : indexIn(*parent, path.back());
  return index ? std::optional(Place{parent, *index}) : std::nullopt;
}

void ValueEdit::replace(std::size_t begin, std::size_t end, std::string_view written) {
  text_.replace(begin, end - begin, written);
  parse();
}

std::string_view ValueEdit::usualUnit(Dimension dimension) const {
  if (dimension == Dimension::angle) {
    return "deg";
  }
  // Lengths without a unit of their own are in millimetres where the scene has those.
  for (std::size_t at = text_.find("mm"); at != std::string::npos; at = text_.find("mm", at + 2)) {
    const std::size_t before = at == 0 ? std::string::npos : text_.find_last_not_of(' ', at - 1);
    const bool isUnit = at + 2 == text_.size() || std::string_view(" ,]}\r\n").find(text_[at + 2]) != std::string::npos;
    if (dimension == Dimension::length && isUnit && before != std::string::npos && text_[before] >= '0' &&
        text_[before] <= '9') {
      return "mm";
    }
  }
  return {};
}

std::string ValueEdit::written(double value, std::string_view before, std::string_view unit,
                               Dimension dimension) const {
  const std::string_view own = unitIn(before);
  unit = own.empty() ? unit : own;
  const Quantity one = parseQuantity(fmt::format("1 {}", unit), dimension);
  const double factor = one.what.empty() && one.value > 0.0 ? one.value : 1.0;
  double number = value / factor;
  number = std::abs(number) < 1e-9 ? 0.0 : number;
  const bool hasUnit = !unit.empty() && one.what.empty() && (number != 0.0 || !own.empty());
  return hasUnit ? fmt::format("{:.9g} {}", number, unit) : fmt::format("{:.9g}", number);
}

void ValueEdit::setNumbers(const TextPath& section, std::string_view key, std::span<const double> values,
                           Dimension dimension) {
  const YamlNode* node = find(below(section, key));
  std::string_view unit;
  if (node != nullptr && node->kind == YamlNode::Kind::list) {
    for (const YamlNode& item : node->children) {
      unit = unit.empty() ? unitIn(item.text) : unit;
    }
  }
  // A number without a unit stays one: only a zero takes the unit of its neighbours.
  const bool isNew = node == nullptr || node->kind != YamlNode::Kind::list || node->children.size() != values.size();
  unit = isNew ? usualUnit(dimension) : unit;
  const std::optional<Place> place = placeOf(below(section, key));
  const bool isAlias = place && text_[valueOf(text_, place->parent->keys[place->index], *node).begin] == '*';
  if (isNew || isAlias) {
    std::string all;
    for (const double value : values) {
      all += (all.empty() ? "" : ", ") + written(value, {}, unit, dimension);
    }
    setText(section, key, "[" + all + "]");
    return;
  }
  std::string changed = text_;
  for (std::size_t i = values.size(); i-- > 0;) {
    const YamlNode& item = node->children[i];
    const Quantity before = parseQuantity(item.text, dimension);
    if (before.what.empty() && isSame(before.value, values[i])) {
      continue;
    }
    const TextSpan span = spanOf(text_, item);
    if (span.begin == span.end) {
      fail(std::string(key) + std::string(kInForm));
      return;
    }
    const bool isZero = before.what.empty() && before.value == 0.0;
    changed.replace(span.begin, span.end - span.begin,
                    written(values[i], item.text, isZero ? unit : std::string_view(), dimension));
  }
  if (changed != text_) {
    text_ = std::move(changed);
    parse();
  }
}

void ValueEdit::setNumber(const TextPath& section, std::string_view key, double value, Dimension dimension) {
  const YamlNode* node = find(below(section, key));
  const bool isThere = node != nullptr && node->kind == YamlNode::Kind::scalar;
  const Quantity before = isThere ? parseQuantity(node->text, dimension) : Quantity{};
  if (!isThere) {
    setText(section, key, written(value, {}, usualUnit(dimension), dimension));
  } else if (!before.what.empty() || !isSame(before.value, value)) {
    const std::string text = node->text;
    setText(section, key, written(value, text, {}, dimension));
  }
}

void ValueEdit::setText(const TextPath& section, std::string_view key, std::string_view written) {
  const YamlNode* map = find(section);
  if (map == nullptr || map->kind != YamlNode::Kind::map) {
    fail(fmt::format("the text has no section for {}", inQuotes(key)));
    return;
  }
  if (const auto index = indexIn(*map, key)) {
    const TextSpan span = valueOf(text_, map->keys[*index], map->children[*index]);
    const bool isEmpty = map->children[*index].kind == YamlNode::Kind::empty;
    if (span.begin == span.end && !isEmpty) {
      fail(std::string(key) + std::string(kInForm));
      return;
    }
    replace(span.begin, span.end, (isEmpty ? " " : "") + std::string(written));
    return;
  }
  const std::size_t at = offsetOf(text_, map->mark);
  if (isInBrackets(text_, *map)) {
    const std::size_t open = text_.find('{', at) + 1;
    replace(open, open, fmt::format("{}: {}{}", key, written, map->keys.empty() ? "" : ", "));
    return;
  }
  // Adds a line before the first key, which may stand behind a dash.
  const std::size_t first = offsetOf(text_, map->keys.front().mark);
  const std::string spaces(first - lineBegin(text_, first), ' ');
  replace(first, first, fmt::format("{}: {}{}{}", key, written, lineEnd_, spaces));
}

TextSpan ValueEdit::linesOf(const Place& place) const {
  const YamlNode& child = place.parent->children[place.index];
  const bool isMap = place.parent->kind == YamlNode::Kind::map;
  const std::size_t at = offsetOf(text_, isMap ? place.parent->keys[place.index].mark : child.mark);
  const std::size_t end = isMap ? valueOf(text_, place.parent->keys[place.index], child).end : spanOf(text_, child).end;
  return {lineBegin(text_, at), lineBehind(text_, end)};
}

void ValueEdit::remove(const TextPath& path) {
  const std::optional<Place> place = placeOf(path);
  if (!place) {
    fail("the text has no such part");
    return;
  }
  if (place->parent->children.size() == 1 && path.size() == 2) {
    remove({path.front()});
    return;
  }
  if (!isInBrackets(text_, *place->parent)) {
    const TextSpan lines = linesOf(*place);
    const std::size_t at = offsetOf(text_, place->parent->mark);
    const bool isBehindDash = place->parent->kind == YamlNode::Kind::map && lines.begin < at &&
                              text_.substr(lines.begin, at - lines.begin).find('-') != std::string::npos;
    if (place->index == 0 && isBehindDash) {
      const std::size_t next = offsetOf(text_, place->parent->keys[1].mark);
      replace(at, next, {});  // the dash stays for the next key
    } else {
      replace(lines.begin, lines.end, {});
    }
    return;
  }
  const bool isMap = place->parent->kind == YamlNode::Kind::map;
  const auto beginOf = [&](std::size_t i) {
    return isMap ? offsetOf(text_, place->parent->keys[i].mark) : spanOf(text_, place->parent->children[i]).begin;
  };
  const auto endOf = [&](std::size_t i) {
    return isMap ? valueOf(text_, place->parent->keys[i], place->parent->children[i]).end
                 : spanOf(text_, place->parent->children[i]).end;
  };
  if (place->index + 1 < place->parent->children.size()) {
    replace(beginOf(place->index), beginOf(place->index + 1), {});
  } else {
    replace(place->index == 0 ? beginOf(0) : endOf(place->index - 1), endOf(place->index), {});
  }
}

void ValueEdit::rename(const TextPath& path, std::string_view name) {
  const std::optional<Place> place = placeOf(path);
  if (!place || place->parent->kind != YamlNode::Kind::map) {
    fail("the text has no such part");
    return;
  }
  const std::size_t at = offsetOf(text_, place->parent->keys[place->index].mark);
  const bool isQuoted = text_[at] == '"' || text_[at] == '\'';
  const std::size_t end =
      isQuoted ? text_.find(text_[at], at + 1) + 1 : at + place->parent->keys[place->index].name.size();
  replace(at, end, yamlName(name));
}

std::string ValueEdit::entryText(const TextPath& path) const {
  const std::optional<Place> place = placeOf(path);
  if (!place) {
    return {};
  }
  const bool isMap = place->parent->kind == YamlNode::Kind::map;
  if (isInBrackets(text_, *place->parent)) {
    const std::string value = flowText(place->parent->children[place->index]);
    return isMap ? yamlName(place->parent->keys[place->index].name) + ": " + value + "\n" : "- " + value + "\n";
  }
  const TextSpan span = linesOf(*place);
  std::string_view rest = std::string_view(text_).substr(span.begin, span.end - span.begin);
  const std::size_t spaces = rest.find_first_not_of(' ');
  std::string lines;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    line = line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
    const std::size_t own = std::min(line.find_first_not_of(' '), line.size());
    lines += std::string(line.substr(std::min(spaces, own))) + "\n";
  }
  return lines;
}

void ValueEdit::add(std::string_view section, std::string_view entry) {
  if (!root_) {
    return;
  }
  const YamlNode* node = find({std::string(section)});
  if (node == nullptr) {
    if (isInBrackets(text_, *root_)) {
      fail("the scene is written as one value in braces");
      return;
    }
    const std::string open = text_.empty() || text_.ends_with('\n') ? "" : lineEnd_;
    replace(text_.size(), text_.size(),
            fmt::format("{}{}{}:{}{}", open, lineEnd_, section, lineEnd_, indentedBy(entry, 2, lineEnd_)));
    return;
  }
  const Place place = *placeOf({std::string(section)});
  if (node->kind == YamlNode::Kind::empty) {
    const std::size_t at = lineBehind(text_, offsetOf(text_, place.parent->keys[place.index].mark));
    const std::string open = at > 0 && text_[at - 1] != '\n' ? lineEnd_ : "";
    replace(at, at, open + indentedBy(entry, 2, lineEnd_));
    return;
  }
  if (isInBrackets(text_, *node)) {
    ErrorList errors("");
    const std::optional<YamlNode> made = parseYaml(entry, 0, errors);
    std::string flow = made ? flowText(*made) : std::string();
    flow = flow.size() > 2 ? flow.substr(1, flow.size() - 2) : flow;
    const std::size_t close = spanOf(text_, *node).end - 1;
    const std::size_t last = text_.find_last_not_of(" \t\r\n", close - 1) + 1;
    replace(last, last, (node->children.empty() ? "" : ", ") + flow);
    return;
  }
  const std::size_t at = linesOf({node, node->children.size() - 1}).end;
  const std::size_t first =
      offsetOf(text_, node->kind == YamlNode::Kind::map ? node->keys.front().mark : node->children.front().mark);
  std::size_t spaces = first - lineBegin(text_, first);
  if (node->kind == YamlNode::Kind::list) {
    const std::size_t dash = text_.rfind('-', first);
    spaces = dash - lineBegin(text_, dash);
  }
  const std::string open = at > 0 && text_[at - 1] != '\n' ? lineEnd_ : "";
  replace(at, at, open + indentedBy(entry, spaces, lineEnd_));
}

}  // namespace scree
