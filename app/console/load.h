#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/io/scene_library.h"
#include "engine/scene/scene.h"

namespace scree {

/// Finds the scenes shipped with this program.
SceneLibrary shippedScenes();

/// Loads a scene by its file or by the name of a shipped scene. If there are errors, prints all of them to stderr and
/// returns an empty optional.
std::optional<Scene> loadOrExplain(const std::string& scene, std::span<const SceneOverride> overrides);

}  // namespace scree
