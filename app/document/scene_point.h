#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/scene/scene.h"

namespace scree {

/// Run of a scene with other values than its file has, such as a point of a sweep.
struct ScenePoint {
  std::string title;  ///< values and place of the run in words, for the title of the window
  std::filesystem::path scene;
  std::vector<SceneOverride> overrides;
  std::filesystem::path start;                ///< checkpoint of the run that it branches from; empty: none
  std::vector<SceneOverride> startOverrides;  ///< of that run
  std::filesystem::path state;                ///< checkpoint in which it goes on; empty: it begins
  std::optional<double> until;                ///< simulated time of its end [s]; empty: the scene's duration
};

/// Reads the scene with the values of the point, at its beginning or in its state. Never throws for bad content: the
/// result is a whole scene or the errors. WorkCancelled is thrown where `watch` gives the work up.
SceneResult loadPoint(const ScenePoint& point, WorkWatch* watch = nullptr);

}  // namespace scree
