#pragma once

#include "app/sweep/study.h"
#include "engine/scene_file/text_place.h"
#include "engine/scene_file/yaml_tree.h"

namespace scree {

/// Reads the section `seeds` of a study: their number, a list, or a first number with wanted standard errors.
void readSeeds(const YamlNode& seeds, SweepStudy& study, ErrorList& errors);

/// Reports wanted errors of paths that are not collected. Call it when all sections have been read.
void checkWantedErrors(const SweepStudy& study, ErrorList& errors);

}  // namespace scree
