#pragma once

#include <filesystem>

#include "app/sweep/study.h"
#include "engine/scene_file/yaml_tree.h"

namespace scree {

/// Reads the sections of a study that has been parsed. The study is whole only if there are no errors.
SweepStudy readStudySections(const YamlNode& root, const std::filesystem::path& file, ErrorList& errors);

}  // namespace scree
