#pragma once

#include <cstddef>
#include <string_view>

#include "engine/scene_file/yaml_tree.h"

// Places of nodes in the text of a scene, as offsets in bytes.
namespace scree {

std::size_t offsetOf(std::string_view text, const Mark& mark);
/// Offset of the first byte of the line of `at`.
std::size_t lineBegin(std::string_view text, std::size_t at);
/// Offset behind the line of `at`, its end included.
std::size_t lineBehind(std::string_view text, std::size_t at);
/// True for a line with more than spaces and a comment.
bool isFilled(std::string_view line);
const YamlNode::Key* keyNamed(const YamlNode& map, std::string_view name);

/// Part of a text from `begin` to before `end`.
struct TextSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
};
/// Text of the value of a key or of an item of a list that begins at `mark`, without its anchor. Empty, with
/// `begin` = `end`, where it is written in a form that cannot be replaced, such as text over several lines.
TextSpan spanOf(std::string_view text, const YamlNode& node);
/// Value of the key at `mark` of a map: that of an alias is the alias. Empty behind the colon where there is none.
TextSpan valueOf(std::string_view text, const YamlNode::Key& key, const YamlNode& value);
/// True if a list or a section of keys is written in brackets.
bool isInBrackets(std::string_view text, const YamlNode& node);
/// Writes a node on one line: `{a: 1, b: [2, 3]}`.
std::string flowText(const YamlNode& node);
/// Name as YAML reads it back: plain where it takes it for a word.
std::string yamlName(std::string_view name);

}  // namespace scree
