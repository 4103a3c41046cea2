#pragma once

#include <string>
#include <string_view>

#include "engine/scene_file/yaml_tree.h"

// Session files as text: a tree written so that the same tree is always the same bytes.
namespace scree {

YamlNode scalarNode(std::string text);
YamlNode mapNode();
/// Gives a map the key, in place of what it had under it.
void setKey(YamlNode& map, std::string_view key, YamlNode value);
/// Adds to the tree what only `rest` has; where both have a value the tree's stays.
void addMissing(YamlNode& tree, const YamlNode& rest);
/// The map as YAML, keys in alphabetical order; lists of values on one line.
std::string yamlText(const YamlNode& map);

/// The shortest text that reads back as the same number.
std::string shortest(double value);
std::string shortest(float value);

}  // namespace scree
