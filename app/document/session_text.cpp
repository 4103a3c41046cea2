#include "app/document/session_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <numeric>
#include <utility>
#include <vector>

namespace scree {

namespace {

bool isPlain(std::string_view text) {
  constexpr std::array<std::string_view, 4> kNulls = {"null", "Null", "NULL", "~"};
  if (text.empty() || text.back() == ' ' || std::find(kNulls.begin(), kNulls.end(), text) != kNulls.end()) {
    return false;
  }
  const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  const bool isNumber = text.size() > 1 && text[0] == '-' && isWord(text[1]);
  const bool startsWell = isWord(text[0]) || text[0] == '/' || text[0] == '.' || text[0] == '_' || isNumber;
  return startsWell && std::all_of(text.begin(), text.end(), [&](char c) {
           return isWord(c) || std::string_view("_./+- ;").find(c) != std::string_view::npos;
         });
}

std::string scalarText(const std::string& text) {
  if (isPlain(text)) {
    return text;
  }
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      quoted += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

bool isOnOneLine(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::list:
      return std::all_of(node.children.begin(), node.children.end(),
                         [](const YamlNode& item) { return item.kind == YamlNode::Kind::scalar; });
    case YamlNode::Kind::map:
      return node.children.empty();
    default:
      return true;
  }
}

std::string lineOf(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::scalar:
      return scalarText(node.text);
    case YamlNode::Kind::map:
      return "{}";
    case YamlNode::Kind::list: {
      std::string line = "[";
      for (const YamlNode& item : node.children) {
        line += (line.size() > 1 ? ", " : "") + scalarText(item.text);
      }
      return line + "]";
    }
    default:
      return "~";
  }
}

std::string indented(const YamlNode& node, std::size_t depth);

std::string indentedMap(const YamlNode& map, std::size_t depth) {
  std::vector<std::size_t> order(map.keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return map.keys[a].name < map.keys[b].name; });
  std::string text;
  for (const std::size_t i : order) {
    const YamlNode& child = map.children[i];
    text += std::string(2 * depth, ' ') + scalarText(map.keys[i].name) + ":";
    text += isOnOneLine(child) ? " " + lineOf(child) + "\n" : "\n" + indented(child, depth + 1);
  }
  return text;
}

std::string indented(const YamlNode& node, std::size_t depth) {
  if (node.kind == YamlNode::Kind::map) {
    return indentedMap(node, depth);
  }
  std::string text;
  for (const YamlNode& item : node.children) {
    std::string inner =
        isOnOneLine(item) ? std::string(2 * depth + 2, ' ') + lineOf(item) + "\n" : indented(item, depth + 1);
    inner[2 * depth] = '-';  // the dash stands before the first line of the item
    text += inner;
  }
  return text;
}

}  // namespace

YamlNode scalarNode(std::string text) {
  YamlNode node;
  node.kind = YamlNode::Kind::scalar;
  node.text = std::move(text);
  return node;
}

YamlNode mapNode() {
  YamlNode node;
  node.kind = YamlNode::Kind::map;
  return node;
}

void setKey(YamlNode& map, std::string_view key, YamlNode value) {
  for (std::size_t i = 0; i < map.keys.size(); ++i) {
    if (map.keys[i].name == key) {
      map.children[i] = std::move(value);
      return;
    }
  }
  map.keys.push_back({std::string(key), {}});
  map.children.push_back(std::move(value));
}

void addMissing(YamlNode& tree, const YamlNode& rest) {
  for (std::size_t i = 0; i < rest.keys.size(); ++i) {
    const std::string& key = rest.keys[i].name;
    const auto found =
        std::find_if(tree.keys.begin(), tree.keys.end(), [&](const auto& one) { return one.name == key; });
    if (found == tree.keys.end()) {
      setKey(tree, key, rest.children[i]);
      continue;
    }
    YamlNode& child = tree.children[static_cast<std::size_t>(found - tree.keys.begin())];
    if (child.kind == YamlNode::Kind::map && rest.children[i].kind == YamlNode::Kind::map) {
      addMissing(child, rest.children[i]);
    }
  }
}

std::string yamlText(const YamlNode& map) { return indentedMap(map, 0); }

std::string shortest(double value) { return fmt::format("{}", value); }
std::string shortest(float value) { return fmt::format("{}", value); }

}  // namespace scree
