#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/scene_file/text_place.h"
#include "engine/scene_file/yaml_tree.h"

// Values of a study, read with a message where they are not as they should be.
namespace scree {

/// Nature of a value for messages: "a list", "an empty list", "nothing".
std::string natureOf(const YamlNode& node);
/// True for a section whose keys are all among `known`; else there are messages.
bool isMapOf(const YamlNode& node, std::string_view name, const std::vector<std::string_view>& known,
             ErrorList& errors);
/// Text of a value. `meaning` says what is wanted.
std::optional<std::string> wordOf(const YamlNode& node, std::string_view name, std::string_view meaning,
                                  ErrorList& errors);
/// Whole number from `least` to `most`.
std::optional<std::int64_t> wholeOf(const YamlNode& node, std::string_view name, double least, double most,
                                    ErrorList& errors);
/// Time [s], above zero unless `takesZero`.
std::optional<double> timeOf(const YamlNode& node, std::string_view name, bool takesZero, ErrorList& errors);
/// on or off.
std::optional<bool> switchOf(const YamlNode& node, std::string_view name, ErrorList& errors);

}  // namespace scree
