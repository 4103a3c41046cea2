#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/scene_file/errors.h"

namespace scree {

/// YAML document as plain data, every node and key with its place. Scalars stay text: the field that reads a scalar
/// gives its meaning, never YAML's guesses (`off` is a word, `1e3` a number).
struct YamlNode {
  enum class Kind : unsigned char { empty, scalar, list, map };
  struct Key {
    std::string name;
    Mark mark;
  };

  Kind kind = Kind::empty;
  Mark mark;
  std::string text;                ///< text of a scalar
  std::vector<Key> keys;           ///< keys of a map in the order of the file, as many as children
  std::vector<YamlNode> children;  ///< values of a map, items of a list

  const YamlNode* find(std::string_view key) const;
};

/// Kind of a node for messages: "a list", "a value", ...
std::string_view nameOf(YamlNode::Kind kind);

/// Offset behind the quoted text that begins at `at`; nothing if it has no end, and the parser takes the rest of the
/// file.
std::optional<std::size_t> endOfQuote(std::string_view text, std::size_t at);

/// Parses one document. Reports syntax errors, duplicate keys, a second document, text that is not UTF-8, and documents
/// that are too large or whose aliases expand too far; returns nothing in these cases.
std::optional<YamlNode> parseYaml(std::string_view text, int source, ErrorList& errors);

}  // namespace scree
