#pragma once

#include <span>
#include <string>

#include "engine/scene/scene.h"

namespace scree {

/// Continues a scene from a checkpoint: `saved` becomes the world of the scene, with its parameters. Overrides may
/// change solver.*, reduction.*, time_step, gravity and duration; their values, as read into the scene, are set in the
/// saved world. Returns an empty string, or a message on an override that cannot be used; the scene is unchanged then.
std::string resumeFrom(World saved, std::span<const SceneOverride> overrides, Scene& scene);

}  // namespace scree
