#pragma once

#include <optional>
#include <string>

#include "app/sweep/study.h"
#include "app/sweep/sweep_values.h"
#include "engine/scene_file/yaml_tree.h"

namespace scree {

/// Reads the section `vary` of a study: its keys and, as rows, their values on a grid, from a table or by a sample.
void readVary(const YamlNode& vary, SweepStudy& study, ErrorList& errors);

/// Reads the section `compare`: the two values of its key, which becomes the last varied one, and the bounds. Call it
/// after readVary(), and after the collected paths are known.
void readCompare(const YamlNode& compare, SweepStudy& study, ErrorList& errors);

/// Reads the range of a key that a search varies: without a count.
std::optional<KeyRange> readOpenRange(const YamlNode& node, const std::string& key, ErrorList& errors);

}  // namespace scree
