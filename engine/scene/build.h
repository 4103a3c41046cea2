#pragma once

#include "engine/scene/scene.h"
#include "engine/scene_file/description.h"

namespace scree {

/// Makes the scene of a description: names become indices, fills become particles. Reports names that do not exist,
/// values that contradict each other, and impossible starts; the result is valid only when there were no errors.
/// `watch` is told the progress.
Scene buildScene(const SceneDescription& description, ErrorList& errors, WorkWatch* watch = nullptr);

/// Pose of a place. Reports an orientation that is given in no way or in two.
Pose poseOf(const PlaceDescription& place, ErrorList& errors);

/// Rotation that takes z to `axis` (a unit vector) by the shortest way; about x when they are opposite.
Quat turnedTo(const Vec3& axis);

}  // namespace scree
