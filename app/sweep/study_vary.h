#pragma once

#include "app/sweep/study.h"
#include "engine/scene_file/yaml_tree.h"

namespace scree {

/// Reads the section `vary` of a study: its keys and, as rows, their values on a grid, from a table or by a sample.
void readVary(const YamlNode& vary, SweepStudy& study, ErrorList& errors);

/// Reads the section `compare`: the two values of its key, which becomes the last varied one, and the bounds. Call it
/// after readVary(), and after the collected paths are known.
void readCompare(const YamlNode& compare, SweepStudy& study, ErrorList& errors);

}  // namespace scree
