#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/io/scene_library.h"
#include "engine/scene/scene.h"

namespace scree {

/// The scenes that came with this program.
SceneLibrary shippedScenes();

/// Loads a scene by file or by the name of a shipped one; prints all errors to stderr and returns nothing when there
/// are any.
std::optional<Scene> loadOrExplain(const std::string& scene, std::span<const SceneOverride> overrides);

}  // namespace scree
