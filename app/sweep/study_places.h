#pragma once

#include <string>

#include "app/sweep/study.h"

// Errors with their places in a study.
namespace scree {

/// Error at a place that the study knows by name (SweepStudy::places); of the file as a whole where it knows none.
SceneError errorAt(const SweepStudy& study, const std::string& place, std::string what, std::string remedy);

/// Error of a scene's overrides with its place in the study: that of the key's value in the row of a table, or of the
/// key. `before` stands before the name of the key in SweepStudy::places. Other errors stay as they are.
SceneError placedInStudy(const SweepStudy& study, SceneError error, const std::string& before = "",
                         std::optional<std::size_t> row = {});

/// Places of the keys that a text names in quotes: "study.yaml:4:8"; empty where it names none.
std::string placesOfKeysIn(const SweepStudy& study, const std::string& text);

}  // namespace scree
