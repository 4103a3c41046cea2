#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/sweep/study.h"
#include "app/sweep/sweep_points.h"
#include "engine/scene_file/text_place.h"
#include "engine/scene_file/yaml_tree.h"

// Common starts: runs that settle once, or once a seed, and from whose states the points of a study branch.
namespace scree {

/// Reads the section `start` of a study whose other sections have been read.
void readStart(const YamlNode& start, SweepStudy& study, ErrorList& errors);

/// Starts of the points of a study, each once, in the order of the points; none where it has no `start`. A start is a
/// point of its own, with the row kStartRow and the seed of its points.
std::vector<StudyPoint> startsOf(const SweepStudy& study, const std::vector<StudyPoint>& points);

/// Overrides of a start, in the order of their keys.
std::vector<SceneOverride> overridesOfStart(const SweepStudy& study, const std::string& seed);

/// Run of a start: the scene without the varied keys until the time of the start, whose state is kept.
PointTask taskOfStart(const SweepStudy& study, const std::string& seed);

/// Errors of the keys of a start, and of varied keys that a start has fixed, with the place in the study.
std::vector<SceneError> errorsOfStart(const SweepStudy& study, const SceneKeys& keys);

}  // namespace scree
