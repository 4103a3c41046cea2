#pragma once

#include <span>
#include <string>

#include "engine/scene/scene.h"

namespace scree {

/// Continues a scene from a checkpoint: the world becomes the saved one, parameters included. Of the overrides only
/// those of solver.*, time_step, gravity and duration mean something then; their values, as the scene's reader
/// understood them, are set in the saved world. Returns an empty string, or which override cannot be used, with the
/// scene unchanged.
std::string resumeFrom(World saved, std::span<const SceneOverride> overrides, Scene& scene);

}  // namespace scree
