#pragma once

#include <string>
#include <string_view>

#include "engine/scene_file/yaml_tree.h"

// Text of session files; equal trees give equal bytes.
namespace scree {

YamlNode scalarNode(std::string text);
YamlNode mapNode();
/// Sets a key of a map, and replaces its old value.
void setKey(YamlNode& map, std::string_view key, YamlNode value);
/// Adds the keys that only `rest` has to the tree, also in nested maps; values of the tree stay.
void addMissing(YamlNode& tree, const YamlNode& rest);
/// Formats a map as YAML, keys in alphabetical order, a list of values on one line.
std::string yamlText(const YamlNode& map);

/// Formats a number as the shortest text that reads back as the same number.
std::string shortest(double value);
std::string shortest(float value);

}  // namespace scree
