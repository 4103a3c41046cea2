#include "engine/scene_file/text_place.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "engine/scene_file/scene_edit.h"

namespace scree {

namespace {

std::size_t behindSpaces(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) {
    ++at;
  }
  return at;
}

/// Offset behind a word that ends at a space, a comma or a bracket.
std::size_t behindWord(std::string_view text, std::size_t at) {
  return std::min(text.find_first_of(" \t\r\n,]}", at), text.size());
}

/// Offset of the value at `at` behind an anchor that it may have.
std::size_t behindAnchor(std::string_view text, std::size_t at) {
  return at < text.size() && text[at] == '&' ? behindSpaces(text, behindWord(text, at)) : at;
}

/// Offset behind a text in quotes that begins at `at`, at most the end of the text.
std::size_t behindQuote(std::string_view text, std::size_t at) { return endOfQuote(text, at).value_or(text.size()); }

/// Offset behind the bracket that closes the one at `at`.
std::size_t behindBrackets(std::string_view text, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < text.size(); ++i) {
    const char c = text[i];
    const bool startsValue = i > 0 && std::string_view(" [{,:\n").find(text[i - 1]) != std::string_view::npos;
    if ((c == '"' || c == '\'') && startsValue) {
      i = behindQuote(text, i) - 1;
    } else if (c == '#' && startsValue) {
      i = lineBehind(text, i) - 1;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if ((c == ']' || c == '}') && --depth == 0) {
      return i + 1;
    }
  }
  return text.size();
}

}  // namespace

std::size_t offsetOf(std::string_view text, const Mark& mark) {
  std::size_t line = 0;
  for (int i = 1; i < mark.line; ++i) {
    line = text.find('\n', line) + 1;
  }
  return line + static_cast<std::size_t>(mark.column - 1);
}

std::size_t lineBegin(std::string_view text, std::size_t at) {
  const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  return before == std::string_view::npos ? 0 : before + 1;
}

std::size_t lineBehind(std::string_view text, std::size_t at) {
  const std::size_t end = text.find('\n', at);
  return end == std::string_view::npos ? text.size() : end + 1;
}

bool isFilled(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && line[first] != '#';
}

const YamlNode::Key* keyNamed(const YamlNode& map, std::string_view name) {
  const auto found = std::ranges::find(map.keys, name, &YamlNode::Key::name);
  return found == map.keys.end() ? nullptr : &*found;
}

bool isInBrackets(std::string_view text, const YamlNode& node) {
  const std::size_t at = behindAnchor(text, offsetOf(text, node.mark));
  return at < text.size() && (text[at] == '{' || text[at] == '[');
}

TextSpan spanOf(std::string_view text, const YamlNode& node) {
  const std::size_t at = behindAnchor(text, offsetOf(text, node.mark));
  if (at >= text.size()) {
    return {at, at};
  }
  if (node.kind == YamlNode::Kind::scalar) {
    if (text[at] == '"' || text[at] == '\'') {
      return {at, behindQuote(text, at)};
    }
    return {at, text.substr(at).starts_with(node.text) ? at + node.text.size() : at};
  }
  if (text[at] == '[' || text[at] == '{') {
    return {at, behindBrackets(text, at)};
  }
  std::size_t end = at;
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const bool isMap = node.kind == YamlNode::Kind::map;
    const TextSpan child = isMap ? valueOf(text, node.keys[i], node.children[i]) : spanOf(text, node.children[i]);
    end = std::max(end, child.end);
  }
  return {at, end};
}

TextSpan valueOf(std::string_view text, const YamlNode::Key& key, const YamlNode& value) {
  std::size_t at = offsetOf(text, key.mark);
  at = text[at] == '"' || text[at] == '\'' ? behindQuote(text, at) : at + key.name.size();
  const std::size_t colon = std::min(text.find(':', at) + 1, text.size());
  at = behindSpaces(text, colon);
  if (at < text.size() && text[at] == '*') {
    return {at, behindWord(text, at)};
  }
  return value.kind == YamlNode::Kind::empty ? TextSpan{colon, colon} : spanOf(text, value);
}

std::string yamlName(std::string_view name) {
  const auto isPlain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  const bool isWord = !name.empty() && std::isalpha(static_cast<unsigned char>(name.front())) != 0;
  return isWord && std::ranges::all_of(name, isPlain) ? std::string(name) : yamlQuoted(name);
}

std::string flowText(const YamlNode& node) {
  if (node.kind == YamlNode::Kind::scalar) {
    const bool isPlain = !node.text.empty() && node.text.find_first_of("\"'\\:,[]{}#&*!|>%@`\n") == std::string::npos;
    return isPlain ? node.text : yamlQuoted(node.text);
  }
  const bool isMap = node.kind == YamlNode::Kind::map;
  std::string all;
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    all += (i > 0 ? ", " : "") + (isMap ? yamlName(node.keys[i].name) + ": " : "") + flowText(node.children[i]);
  }
  return node.kind == YamlNode::Kind::empty ? "" : (isMap ? "{" : "[") + all + (isMap ? "}" : "]");
}

}  // namespace scree
