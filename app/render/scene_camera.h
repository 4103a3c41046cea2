#pragma once

#include "app/view/camera.h"
#include "engine/scene/scene.h"
#include "engine/snapshot/snapshot.h"

namespace scree {

/// How a scene wants to be seen, in a picture of that width over height: what the author did not say is chosen so that
/// all of it is in sight.
Camera sceneCamera(const SceneView& view, const Snapshot& snapshot, float aspect);

}  // namespace scree
