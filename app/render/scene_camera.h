#pragma once

#include "app/view/camera.h"
#include "engine/scene/scene.h"
#include "engine/snapshot/snapshot.h"

namespace scree {

/// Camera for the view that a scene's author asks for, in a picture of `aspect` = width / height. Target and distance
/// that the author left out are chosen so that the whole scene is in sight.
Camera sceneCamera(const SceneView& view, const Snapshot& snapshot, float aspect);

}  // namespace scree
